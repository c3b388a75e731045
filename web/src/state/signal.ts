// A value that tells its followers when it changes.

export type Stop = () => void;

export class Signal<T> {
  private followers = new Set<(value: T) => void>();

  constructor(private current: T) {}

  get value(): T {
    return this.current;
  }

  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const follower of [...this.followers]) follower(value);
  }

  /** Calls with the value now and after every change, until stopped. */
  follow(follower: (value: T) => void): Stop {
    const stop = this.onChange(follower);
    follower(this.current);
    return stop;
  }

  /** Calls after every change, until stopped. */
  onChange(follower: (value: T) => void): Stop {
    this.followers.add(follower);
    return () => this.followers.delete(follower);
  }
}

/** Something that arrives in one piece and may fail. `seq` tells an answer from a later one. */
export type Load<T> = { state: "loading" } | { state: "ready"; value: T } | { state: "failed"; message: string };
