// PodcastAPI
