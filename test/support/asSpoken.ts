import type { AudioFrame, WordTiming } from 'antiphon';
import { sentences } from 'antiphon/operators';
import { localTts } from 'antiphon/providers';
import { from, lastValueFrom, of, toArray } from 'rxjs';
import { resampleAll } from '../../examples/talk/audio.ts';

export interface Spoken {
  readonly audio: AudioFrame;
  readonly words: readonly WordTiming[];
}

/** A text as the voice of the concierge speaks it to its end, made anew. */
export async function asSpoken(text: string, sampleRate: number): Promise<Spoken> {
  const voice = localTts();
  const tokens = from(text.match(/\s*\S+/g) ?? []);
  const pieces = await lastValueFrom(tokens.pipe(sentences({ language: voice.language }), toArray()));
  const spokenPieces = pieces.map((piece) => lastValueFrom(voice.synthesize(of(piece)).pipe(toArray())));
  const frames: AudioFrame[] = [];
  const words: WordTiming[] = [];
  let [chars, ms] = [0, 0];
  for (const [index, events] of (await Promise.all(spokenPieces)).entries()) {
    const timings = events.flatMap((event) => (event.kind === 'words' ? event.words : []));
    words.push(...timings.map((word) => ({ ...word, to: word.to + chars, endMs: word.endMs + ms })));
    frames.push(...events.flatMap((event) => (event.kind === 'audio' ? [event.frame] : [])));
    chars += pieces[index]?.length ?? 0;
    ms = frames.reduce((sum, { samples, sampleRate }) => sum + (samples.length * 1000) / sampleRate, 0);
  }
  return { audio: await resampleAll(frames, sampleRate), words };
}
