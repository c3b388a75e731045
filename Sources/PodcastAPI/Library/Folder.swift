/// A folder of subscriptions.
public struct Folder: Codable, Sendable, Equatable {
    /// A number as text.
    public var id: String
    /// Its name; ``Feed/folder`` of each subscription in it.
    public var name: String
    /// Unread entries of its subscriptions.
    public var unread: Int
    /// How many subscriptions it holds.
    public var feeds: Int

    /// Makes a row.
    public init(id: String, name: String, unread: Int, feeds: Int) {
        self.id = id
        self.name = name
        self.unread = unread
        self.feeds = feeds
    }
}

/// `GET /api/folders`, and the answer to `PUT /api/folders`: the folders in the user's order.
public struct FolderList: Codable, Sendable, Equatable {
    /// The folders.
    public var folders: [Folder]

    /// Makes a list.
    public init(folders: [Folder]) { self.folders = folders }
}

/// `POST /api/folders`, and `PATCH /api/folders/{id}`: the name of a folder.
///
/// Renaming a folder to the name of another makes the two one.
public struct FolderName: Codable, Sendable, Equatable {
    /// 1 to 200 characters.
    public var name: String

    /// Makes a request.
    public init(name: String) { self.name = name }
}

/// `PUT /api/folders`: the order of the folders.
public struct FolderOrder: Codable, Sendable, Equatable {
    /// Ids in the wanted order; folders left out keep theirs, behind these.
    public var folders: [String]

    /// Makes a request.
    public init(folders: [String]) { self.folders = folders }
}
