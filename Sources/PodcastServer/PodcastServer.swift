// PodcastServer
