/**
 * Times the words of `text`, spoken evenly in so many seconds, as far as they are spoken; the last may be shorter than it
 * will be. Null if no word has begun.
 */
export function createSnapshot(text: string, seconds: number, untilSec: number): object | null {
  const words = [...text.matchAll(/\S+/gu)].map(({ 0: word, index }) => ({
    text: word,
    start: (seconds * index) / text.length,
    end: Math.min(untilSec, (seconds * (index + word.length)) / text.length),
  }));
  const segments = words.filter(({ start }) => start < untilSec);
  return segments.length === 0 ? null : { segments, audio_duration: untilSec };
}
