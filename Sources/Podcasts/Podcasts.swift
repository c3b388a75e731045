// Podcasts
