import Foundation
import PodcastAPI
import Podcasts

/// Somebody who takes part.
struct ExtraPerson: Codable, Sendable, Equatable {
    var name: String
    var role: String
    var group: String?
    var image: String?
    var link: String?

    init(_ person: PodcastPerson) {
        name = person.name
        role = person.role
        group = person.group == "cast" ? nil : person.group
        image = person.image
        link = person.href
    }
}

/// The Podcasting 2.0 tags that feeds and entries share, without those that have a place of their own.
struct ExtraDetails: Codable, Sendable, Equatable {
    var locations: [PlaceName]?
    var values: [ValueOffer]?
    var texts: [PodcastDetails.Note]?
    var license: PodcastDetails.Link?
    var discussions: [PodcastDetails.Link]?
    var elsewhere: [PodcastDetails.Link]?

    /// What `tags` say; `nil` when that is nothing.
    init?(_ tags: PodcastTags) {
        locations = tags.locations.map(PlaceName.init).nonEmpty
        values = tags.values.map(ValueOffer.init).nonEmpty
        texts = tags.texts.map { .init(text: $0.text, purpose: $0.purpose) }.nonEmpty
        license = tags.license.map { .init(url: $0.url, label: $0.identifier) }
        // A feed that disables discussions names no page.
        discussions =
            tags.socialInteracts.filter { $0.uri != nil }
            .sorted { $0.priority ?? .max < $1.priority ?? .max }
            .map { .init(url: $0.uri, label: $0.protocol) }.nonEmpty
        let chat = tags.chat.map { [PodcastDetails.Link(url: Self.address(of: $0), label: $0.protocol)] } ?? []
        discussions = ((discussions ?? []) + chat).nonEmpty
        elsewhere = tags.contentLinks.map { .init(url: $0.href, label: $0.label) }.nonEmpty
        let isEmpty =
            locations == nil && values == nil && texts == nil && license == nil && discussions == nil
            && elsewhere == nil
        if isEmpty { return nil }
    }

    /// A chat room as an address that its program opens.
    private static func address(of chat: Chat) -> String {
        let room = chat.space ?? ""
        return room.isEmpty ? "\(chat.protocol)://\(chat.server)" : "\(chat.protocol)://\(chat.server)/\(room)"
    }
}

extension PlaceName {
    fileprivate init(_ place: Location) {
        self.init(name: place.name, geo: place.geo, osm: place.osm, country: place.country, rel: place.rel)
    }
}

extension ValueOffer {
    fileprivate init(_ value: PodcastValue) {
        self.init(
            type: value.type,
            method: value.method,
            suggested: value.suggested,
            recipients: value.recipients.map {
                Recipient(
                    name: $0.name,
                    type: $0.type,
                    address: $0.address,
                    split: $0.split,
                    fee: $0.isFee ? true : nil
                )
            }
        )
    }
}
