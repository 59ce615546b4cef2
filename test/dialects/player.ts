/** A loudspeaker in real time. */
export interface Player {
  /** Plays audio of this length behind what it has. */
  play(ms: number): void;
  /** Drops what is not played. */
  clear(): void;
  /** The audio that was played, in ms. */
  playedMs(): number;
  /** The audio that is not played yet, in ms. */
  unplayedMs(): number;
}

export function createPlayer(now: () => number = () => performance.now()): Player {
  let receivedMs = 0;
  let playsUntil = now();
  const unplayedMs = (): number => Math.max(0, playsUntil - now());
  return {
    play: (ms) => {
      playsUntil = now() + unplayedMs() + ms;
      receivedMs += ms;
    },
    clear: () => {
      receivedMs -= unplayedMs();
      playsUntil = now();
    },
    playedMs: () => receivedMs - unplayedMs(),
    unplayedMs,
  };
}
