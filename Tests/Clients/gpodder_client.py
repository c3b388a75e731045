"""One run of Debian's gPodder as a person's second device: synchronises, and prints what it then has as JSON.

Usage: python3 gpodder_client.py [--play TITLE SECONDS TOTAL AT]   with GPODDER_HOME and GPODDER_SERVER, _USER, _PASSWORD set.
"""

import json
import logging
import os
import sys

sys.path.insert(0, "/usr/share/gpodder")
import gpodder  # noqa: E402

gpodder.prefix = "/usr"
gpodder.ui.cli = True
from gpodder import config, core, model, my  # noqa: E402,F401

logging.basicConfig(level=logging.WARNING, stream=sys.stderr)


def episodes(podcasts: list) -> list:
    return [episode for podcast in podcasts for episode in podcast.get_all_episodes()]


def main() -> None:
    program = core.Core()
    settings = program.config.mygpo
    settings.server = os.environ["GPODDER_SERVER"]
    settings.username = os.environ["GPODDER_USER"]
    settings.password = os.environ["GPODDER_PASSWORD"]
    settings.device.uid = os.environ["GPODDER_DEVICE"]
    settings.device.caption = "gPodder"
    settings.enabled = True
    client = my.MygPoClient(program.config)
    client.create_device()
    known = {podcast.url for podcast in program.model.get_podcasts()}
    client._store.save(my.SubscribeAction.add(url) for url in known)
    words = sys.argv[1:]
    if words[:1] == ["--play"]:
        title, seconds, total, at = words[1], int(words[2]), int(words[3]), int(words[4])
        episode = next(e for e in episodes(program.model.get_podcasts()) if e.title == title)
        client._store.save(
            my.EpisodeAction(episode.channel.url, episode.url, client.device_id, "play", at, 0, seconds, total)
        )
        episode.current_position, episode.current_position_updated = seconds, at
        episode.save()
    client._worker_proc(forced=True)

    for action in client.get_received_actions():
        here = {podcast.url: podcast for podcast in program.model.get_podcasts()}
        if action.is_add and action.url not in here:
            program.model.load_podcast(action.url, create=True).save()
        elif action.is_remove and action.url in here:
            here[action.url].delete()
        client.confirm_received_actions([action])
    by_url = {(episode.channel.url, episode.url): episode for episode in episodes(program.model.get_podcasts())}
    client.process_episode_actions(lambda podcast, episode: by_url.get((podcast, episode)))
    print(
        json.dumps(
            {
                "podcasts": sorted(podcast.url for podcast in program.model.get_podcasts()),
                "positions": {episode.title: episode.current_position for episode in by_url.values()},
                "enabled": settings.enabled,
            }
        )
    )
    program.shutdown()


main()
