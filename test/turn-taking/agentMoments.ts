import type { Moment } from '../../src/draw/text/diagram.ts';
import { msOfSamples } from '../../src/core/audio.ts';
import { textOf } from '../../src/testing/doubles/tts.ts';
import type { Conversation } from './playConversation.ts';

/** What is heard of the agent from `fromMs` to `toMs`, silences left out; what it says before and after that is `…`. */
export function agentMoments(conversation: Conversation, fromMs: number, toMs: number): readonly Moment[] {
  const { io, msPerChar } = conversation;
  return io.played().flatMap(({ utterance, samples, stoppedAtMs = 0 }) => {
    const text = textOf(samples, { msPerChar });
    return soundsOf(conversation, utterance).flatMap(({ atMs, forMs, afterMs }): readonly Moment[] => {
      const ends = Math.min(atMs + forMs, stoppedAtMs);
      if (ends <= atMs) return [];
      const charAt = (ms: number): number => Math.floor((Math.min(ms, ends) - atMs + afterMs) / msPerChar);
      const first = charAt(Math.max(atMs, fromMs));
      const words = text.slice(first, Math.max(first, charAt(toMs)));
      const isCut = { before: fromMs > atMs, after: toMs < ends };
      return [{ lane: 'agent', atMs, toMs: ends, text: elided(words, isCut) }];
    });
  });
}

/** A stretch of an utterance without a silence inside. */
interface Sound {
  readonly atMs: number;
  readonly forMs: number;
  /** Sound of the utterance that came before, in ms. */
  readonly afterMs: number;
}

/** What the client plays when it plays each frame as soon as it can. */
function soundsOf({ io }: Conversation, utterance: string): readonly Sound[] {
  const sounds: Sound[] = [];
  let heardUntil = 0;
  for (const { atMs, command } of io.commands) {
    if (command.kind === 'clear') heardUntil = Math.min(heardUntil, atMs);
    if (command.kind !== 'audio') continue;
    const frameMs = msOfSamples(command.frame.samples.length, command.frame.sampleRate);
    const [last, startMs] = [sounds.at(-1), Math.max(atMs, heardUntil)];
    heardUntil = startMs + frameMs;
    if (command.utterance !== utterance) continue;
    if (last !== undefined && startMs <= last.atMs + last.forMs)
      sounds[sounds.length - 1] = { ...last, forMs: last.forMs + frameMs };
    else sounds.push({ atMs: startMs, forMs: frameMs, afterMs: (last?.afterMs ?? 0) + (last?.forMs ?? 0) });
  }
  return sounds;
}

function elided(words: string, cut: { readonly before: boolean; readonly after: boolean }): string {
  const whole = cut.before ? `…${words.replace(/^\S*\s/u, '')}` : words;
  return `${whole}${cut.after ? '…' : ''}`.trim() || '…';
}
