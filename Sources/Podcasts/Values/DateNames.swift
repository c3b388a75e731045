/// Month names and time zones as feeds spell them.
enum DateNames {
    /// 1 to 12 for a month's name or abbreviation, in English or another language that feeds are written in.
    static func month(_ word: TextBytes) -> Int? {
        if word.count >= 3, let english = englishMonth(word) { return english }
        guard word.count >= 3, word.count <= 40 else { return nil }
        return foreign[word.text.lowercased()]
    }

    /// English months by their first three letters: the rest may be cut or misspelt.
    static func englishMonth(_ word: TextBytes) -> Int? {
        let key =
            UInt32(word[0].asciiLowercased) << 16 | UInt32(word[1].asciiLowercased) << 8
            | UInt32(word[2].asciiLowercased)
        switch key {
        case 0x6A616E: return 1
        case 0x666562: return 2
        case 0x6D6172: return 3
        case 0x617072: return 4
        case 0x6D6179: return 5
        case 0x6A756E: return 6
        case 0x6A756C: return 7
        case 0x617567: return 8
        case 0x736570: return 9
        case 0x6F6374: return 10
        case 0x6E6F76: return 11
        case 0x646563: return 12
        default: return nil
        }
    }

    /// Seconds east of Greenwich for a zone's name; `nil` when it is not one.
    static func zone(_ word: TextBytes) -> Int? {
        guard (1...5).contains(word.count) else { return nil }
        if word.count == 1 { return military(word[0].asciiLowercased) }
        return zones[String(decoding: word.map(\.asciiLowercased), as: UTF8.self)].map { $0 * 60 }
    }

    /// RFC 822's letters, signs as RFC 2822 says they were meant: A is one hour east, N one hour west.
    private static func military(_ letter: UInt8) -> Int? {
        switch letter {
        case UInt8(ascii: "a")...UInt8(ascii: "i"): Int(letter - 96) * 3600
        case UInt8(ascii: "k")...UInt8(ascii: "m"): Int(letter - 97) * 3600
        case UInt8(ascii: "n")...UInt8(ascii: "y"): -Int(letter - 109) * 3600
        case UInt8(ascii: "z"): 0
        default: nil
        }
    }

    /// Minutes east of Greenwich.
    ///
    /// Where a name is used on two continents the one with more feeds wins.
    private static let zones: [String: Int] = [
        "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "zulu": 0,
        "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360, "pst": -480, "pdt": -420,
        "et": -300, "ct": -360, "mt": -420, "pt": -480,
        "akst": -540, "akdt": -480, "hst": -600, "hast": -600, "hadt": -540, "ast": -240, "adt": -180,
        "nst": -210, "ndt": -150, "brt": -180, "brst": -120, "art": -180, "clt": -240, "clst": -180,
        "bst": 60, "ist": 330, "west": 60, "cet": 60, "mez": 60, "met": 60, "cest": 120, "mesz": 120, "mest": 120,
        "eet": 120, "eest": 180, "msk": 180, "msd": 240, "trt": 180, "gst": 240, "pkt": 300, "ict": 420, "wib": 420,
        "hkt": 480, "sgt": 480, "awst": 480, "pht": 480, "jst": 540, "kst": 540,
        "acst": 570, "acdt": 630, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    ]

    private static let foreign: [String: Int] = {
        var months: [String: Int] = [:]
        let rows: [(Int, String)] = [
            (
                1,
                """
                jänner januar janvier janv enero ene gennaio gen janeiro januari styczeń \
                stycznia sty январь января янв leden ledna tammikuu ocak
                """
            ),
            (
                2,
                """
                februar février févr fév fevr fevrier febrero febbraio fevereiro fev februari \
                luty lutego lut февраль февраля фев únor února helmikuu şubat
                """
            ),
            (
                3,
                """
                märz mär mrz mars marzo março marco maart marzec marca март марта мар březen \
                března maaliskuu mart
                """
            ),
            (
                4,
                """
                avril avr abril abr aprile kwiecień kwietnia kwi апрель апреля апр duben dubna \
                huhtikuu nisan
                """
            ),
            (5, "mai mayo maggio mag maio mei maj maja май мая květen května toukokuu mayıs"),
            (
                6,
                """
                juni juin junio giugno giu junho czerwiec czerwca cze июнь июня июн červen \
                června kesäkuu haziran
                """
            ),
            (
                7,
                """
                juli juillet juil julio luglio lug julho lipiec lipca lip июль июля июл červenec \
                července heinäkuu temmuz
                """
            ),
            (
                8,
                """
                août aout aoû agosto ago augusti augustus sierpień sierpnia sie август августа \
                авг srpen srpna elokuu ağustos
                """
            ),
            (
                9,
                """
                septembre septiembre settembre set setembro wrzesień września wrz сентябрь \
                сентября сен сент září syyskuu eylül
                """
            ),
            (
                10,
                """
                oktober okt octobre octubre ottobre ott outubro out październik października paź \
                октябрь октября окт říjen října lokakuu ekim
                """
            ),
            (
                11,
                """
                novembre noviembre novembro listopad listopada lis ноябрь ноября ноя marraskuu \
                kasım
                """
            ),
            (
                12,
                """
                dezember dez décembre déc diciembre dic dicembre dezembro grudzień grudnia gru \
                декабрь декабря дек prosinec prosince joulukuu aralık
                """
            ),
        ]
        for (month, words) in rows {
            for word in words.split(separator: " ") { months[String(word)] = month }
        }
        return months
    }()
}
