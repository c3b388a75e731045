/// The elements that a feed reader acts on.
///
/// Atom's names double as RSS's where they mean the same and can't bleed.
enum FeedTag: UInt8 {
    case unknown
    // Structure.
    case rss, rdf, atomFeed, channel, item, image, textInput, skipHours, hour, skipDays, day
    // RSS.
    case title, link, description, language, copyright, managingEditor, webMaster, pubDate, lastBuildDate, category
    case generator, ttl, guid, enclosure, comments, source, author, url
    // Atom.
    case atomTitle, atomSubtitle, atomLink, atomID, atomUpdated, atomPublished, atomAuthor, atomContributor, atomName
    case atomEmail, atomURI, atomCategory, atomContent, atomSummary, atomRights, atomGenerator, atomIcon, atomLogo
    case atomSource
    // Apple.
    case itunesTitle, itunesAuthor, itunesSubtitle, itunesSummary, itunesImage, itunesCategory, itunesExplicit
    case itunesType, itunesOwner, itunesName, itunesEmail, itunesNewFeedURL, itunesBlock, itunesComplete
    case itunesDuration, itunesEpisode, itunesSeason, itunesEpisodeType, itunesKeywords
    // Google Play.
    case playAuthor, playDescription, playEmail, playCategory
    // Modules.
    case contentEncoded, mediaGroup, mediaContent, mediaThumbnail, mediaTitle, mediaDescription, mediaKeywords
    case chapters, chapter, dcCreator, dcDate, dcTitle, dcDescription, dcSubject, dcPublisher, dcRights, dcLanguage
    case dctermsModified, dctermsIssued, originalLink, originalEnclosure, updatePeriod, updateFrequency
    // Podcasting 2.0.
    case pcLocked, pcTranscript, pcFunding, pcChapters, pcSoundbite, pcPerson, pcLocation, pcSeason, pcEpisode
    case pcTrailer, pcLicense, pcAlternateEnclosure, pcSource, pcIntegrity, pcGUID, pcMedium, pcImage, pcImages
    case pcLiveItem, pcContentLink, pcSocialInteract, pcBlock, pcText, pcRemoteItem, pcPodroll, pcPublisher
    case pcUpdateFrequency, pcPodping, pcChat, pcValue, pcValueRecipient, pcValueTimeSplit

    /// The element of that name in a vocabulary; names compare without case, as careless feeds need.
    init(_ namespace: Namespace, _ name: String) {
        self = Self.tables[namespace]?[name.lowercased()] ?? .unknown
    }

    private static let tables: [Namespace: [String: FeedTag]] = [
        .rss: rssNames, .rdf: ["rdf": .rdf, "item": .item, "channel": .channel], .atom: atomNames, .atom03: atomNames,
        .itunes: itunesNames,
        .googlePlay: googlePlayNames, .podcast: podcastNames, .content: ["encoded": .contentEncoded],
        .media: mediaNames,
        .chapters: ["chapters": .chapters, "chapter": .chapter], .dublinCore: dublinCoreNames,
        .dublinCoreTerms: [
            "modified": .dctermsModified, "issued": .dctermsIssued, "created": .dctermsIssued, "creator": .dcCreator,
        ],
        .feedburner: ["origlink": .originalLink, "origenclosurelink": .originalEnclosure],
        .syndication: ["updateperiod": .updatePeriod, "updatefrequency": .updateFrequency],
    ]

    private static let rssNames: [String: FeedTag] = [
        "rss": .rss, "rdf": .rdf, "channel": .channel, "item": .item, "image": .image, "textinput": .textInput,
        "skiphours": .skipHours, "hour": .hour, "skipdays": .skipDays, "day": .day, "title": .title, "link": .link,
        "description": .description, "language": .language, "copyright": .copyright,
        "managingeditor": .managingEditor, "webmaster": .webMaster, "pubdate": .pubDate,
        "lastbuilddate": .lastBuildDate, "category": .category, "generator": .generator, "ttl": .ttl, "guid": .guid,
        "enclosure": .enclosure, "comments": .comments, "source": .source, "author": .author, "url": .url,
        // An Atom feed without its namespace, and Atom's names in RSS without a prefix.
        "feed": .atomFeed, "entry": .item, "id": .atomID, "updated": .atomUpdated, "modified": .atomUpdated,
        "published": .atomPublished, "issued": .atomPublished, "summary": .atomSummary, "content": .atomContent,
        "subtitle": .atomSubtitle, "tagline": .atomSubtitle, "name": .atomName, "email": .atomEmail, "uri": .atomURI,
        "logo": .atomLogo, "icon": .atomIcon, "rights": .atomRights,
    ]

    private static let atomNames: [String: FeedTag] = [
        "feed": .atomFeed, "entry": .item, "title": .atomTitle, "subtitle": .atomSubtitle, "tagline": .atomSubtitle,
        "link": .atomLink, "id": .atomID, "updated": .atomUpdated, "modified": .atomUpdated,
        "published": .atomPublished, "issued": .atomPublished, "created": .dctermsIssued, "author": .atomAuthor,
        "contributor": .atomContributor, "name": .atomName, "email": .atomEmail, "uri": .atomURI, "url": .atomURI,
        "category": .atomCategory, "content": .atomContent, "summary": .atomSummary, "info": .unknown,
        "rights": .atomRights, "copyright": .atomRights, "generator": .atomGenerator, "icon": .atomIcon,
        "logo": .atomLogo, "source": .atomSource,
    ]

    private static let itunesNames: [String: FeedTag] = [
        "title": .itunesTitle, "author": .itunesAuthor, "subtitle": .itunesSubtitle, "summary": .itunesSummary,
        "image": .itunesImage, "category": .itunesCategory, "explicit": .itunesExplicit, "type": .itunesType,
        "owner": .itunesOwner, "name": .itunesName, "email": .itunesEmail, "new-feed-url": .itunesNewFeedURL,
        "block": .itunesBlock, "complete": .itunesComplete, "duration": .itunesDuration, "episode": .itunesEpisode,
        "season": .itunesSeason, "episodetype": .itunesEpisodeType, "keywords": .itunesKeywords,
    ]

    private static let googlePlayNames: [String: FeedTag] = [
        "author": .playAuthor, "description": .playDescription, "email": .playEmail, "category": .playCategory,
        "image": .itunesImage, "explicit": .itunesExplicit, "block": .itunesBlock,
    ]

    private static let mediaNames: [String: FeedTag] = [
        "group": .mediaGroup, "content": .mediaContent, "thumbnail": .mediaThumbnail, "title": .mediaTitle,
        "description": .mediaDescription, "keywords": .mediaKeywords,
    ]

    private static let dublinCoreNames: [String: FeedTag] = [
        "creator": .dcCreator, "date": .dcDate, "title": .dcTitle, "description": .dcDescription,
        "subject": .dcSubject, "publisher": .dcPublisher, "rights": .dcRights, "language": .dcLanguage,
    ]

    private static let podcastNames: [String: FeedTag] = [
        "locked": .pcLocked, "transcript": .pcTranscript, "funding": .pcFunding, "chapters": .pcChapters,
        "soundbite": .pcSoundbite, "person": .pcPerson, "location": .pcLocation, "season": .pcSeason,
        "episode": .pcEpisode, "trailer": .pcTrailer, "license": .pcLicense,
        "alternateenclosure": .pcAlternateEnclosure, "source": .pcSource, "integrity": .pcIntegrity, "guid": .pcGUID,
        "medium": .pcMedium, "image": .pcImage, "images": .pcImages, "liveitem": .pcLiveItem,
        "contentlink": .pcContentLink, "socialinteract": .pcSocialInteract, "block": .pcBlock, "txt": .pcText,
        "remoteitem": .pcRemoteItem, "podroll": .pcPodroll, "publisher": .pcPublisher,
        "updatefrequency": .pcUpdateFrequency, "podping": .pcPodping, "chat": .pcChat, "value": .pcValue,
        "valuerecipient": .pcValueRecipient, "valuetimesplit": .pcValueTimeSplit,
    ]
}
