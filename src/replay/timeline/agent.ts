import { afterWords } from '../../draw/timelineEvent.ts';
import type { FunctionSpan, Mark, Reply, Span, Utterance, Synthesis, Word } from '../../draw/model.ts';
import type { Head } from '../../record/format.ts';
import { eventsOf } from './events.ts';
import type { TimedValue } from '../lines.ts';
import { incoming, outgoing, type Trace } from './lines.ts';
import { voicedOf } from './user.ts';

/** Replies of the language model, with each piece of text as it came. Speech that the agent's code requests is not among them. */
export function repliesOf(trace: Trace): readonly Reply[] {
  const told = outgoing(trace, 'reply');
  const asked = outgoing(trace, 'opened').filter(({ v }) => v.startsWith('llm.'));
  return told.flatMap(({ t: fromMs, v: { kind, turn } }) => {
    if (kind !== 'started') return [];
    const chunks = told.flatMap(({ t, v }) =>
      v.kind === 'text' && v.turn === turn ? [{ atMs: t, text: v.delta }] : [],
    );
    const ended = told.flatMap(({ t, v }) => (v.kind === 'ended' && v.turn === turn ? [{ t, v }] : []))[0];
    const [toMs, reason] = [ended?.t ?? null, ended?.v.reason ?? null];
    if (!asked.some(({ t }) => t >= fromMs && t <= (toMs ?? Infinity))) return [];
    return [{ turn, fromMs, toMs, textAtMs: chunks[0]?.atMs ?? null, chunks, reason }];
  });
}

/** Functions, from their call to the results of their round. */
export function callsOf(trace: Trace): readonly FunctionSpan[] {
  const results = outgoing(trace, 'functionResults');
  return outgoing(trace, 'functionCalls').flatMap(({ t: fromMs, v: { turn, round, calls } }) => {
    const settled = results.find(({ t, v }) => t >= fromMs && v.turn === turn && v.round === round);
    return calls.map(({ id, function: { name } }) => ({ id, name, fromMs, toMs: settled?.t ?? null }));
  });
}

/** TTS at work on each utterance. */
export function synthesesOf(trace: Trace): readonly Synthesis[] {
  const audio = audioOf(trace);
  return outgoing(trace, 'speech').flatMap(({ t, v }) => {
    if (v.kind !== 'started') return [];
    const { texts, endedMs } = spokenOf(trace, v.utterance);
    const audioAtMs = audio.find(({ utterance }) => utterance === v.utterance)?.atMs ?? null;
    const text = texts.map((mark) => mark.text).join('');
    return [{ utterance: v.utterance, fromMs: texts[0]?.atMs ?? t, toMs: endedMs, audioAtMs, text }];
  });
}

/** The utterances as they were played, and how much of their audio was not heard. */
export function utterancesOf(head: Head, trace: Trace): readonly Utterance[] {
  const told = outgoing(trace, 'playout');
  const made = audioOf(trace);
  const cleared = new Set(outgoing(trace, 'command').flatMap(({ v }) => (v.kind === 'clear' ? [v.utterance] : [])));
  return told.flatMap(({ t: fromMs, v: { kind, utterance } }) => {
    if (kind !== 'started') return [];
    const stopped = told.flatMap(({ t, v }) =>
      v.kind === 'stopped' && v.utterance === utterance ? [{ t, v }] : [],
    )[0];
    const text = spokenOf(trace, utterance)
      .texts.map((mark) => mark.text)
      .join('');
    const madeMs = made.reduce((sum, part) => sum + (part.utterance === utterance ? part.lengthMs : 0), 0);
    const playedMs = ((stopped?.v.samples ?? 0) / rateOf(head, trace, utterance)) * 1000;
    const cut = cleared.has(utterance);
    return [
      {
        utterance,
        fromMs,
        toMs: stopped?.t ?? null,
        cut,
        text,
        heard: stopped?.v.heard ?? null,
        unheardMs: cut && stopped !== undefined ? Math.max(0, madeMs - playedMs) : 0,
        words: heardWords(trace, utterance, text, stopped?.v.heard ?? text, fromMs),
      },
    ];
  });
}

/** From the end of the user's voice, or from what was typed, to the first sound of the answer: as the session measured it. */
export function waitsOf(trace: Trace): readonly Span[] {
  const sounds = outgoing(trace, 'playout').filter(({ v }) => v.kind === 'started');
  const metrics = outgoing(trace, 'metrics');
  if (metrics.length === 0) return estimateWaits(trace, sounds);
  const turns = new Map(
    outgoing(trace, 'speech').flatMap(({ v }) => (v.kind === 'started' ? [[v.utterance, v.turn] as const] : [])),
  );
  return metrics.flatMap(({ v: { turn, heard, totalMs } }) => {
    const sound = sounds.find(({ v }) => turns.get(v.utterance) === turn);
    return heard && sound !== undefined ? [{ fromMs: sound.t - totalMs, toMs: sound.t }] : [];
  });
}

/** When the audio of an utterance was cut; the event with the heard text comes a moment later. */
export function interruptionsOf(trace: Trace): readonly Mark[] {
  const cuts = outgoing(trace, 'command').flatMap(({ t, v }) => (v.kind === 'clear' ? [t] : []));
  const told = eventsOf(trace).filter(({ name }) => name === 'on_agent_interrupted');
  return told.map(({ atMs, detail }, index) => {
    const before = told[index - 1]?.atMs ?? -Infinity;
    return { atMs: cuts.findLast((ms) => ms <= atMs && ms > before) ?? atMs, text: afterWords(detail) };
  });
}

/** Estimates the waits of a session without metrics. */
function estimateWaits(trace: Trace, sounds: readonly TimedValue<unknown>[]): readonly Span[] {
  const commits = outgoing(trace, 'userTurn').map(({ t }) => t);
  const voices = voicedOf(trace).flatMap(({ toMs }) => toMs ?? []);
  return commits.flatMap((committedMs, index) => {
    const before = commits[index - 1] ?? -Infinity;
    const voicedMs = voices.findLast((ms) => ms > before && ms <= committedMs);
    const sound = sounds.find(({ t }) => t >= committedMs && t < (commits[index + 1] ?? Infinity));
    return sound === undefined ? [] : [{ fromMs: voicedMs ?? committedMs, toMs: sound.t }];
  });
}

interface Spoken {
  readonly texts: readonly Mark[];
  readonly endedMs: number | null;
}

function spokenOf(trace: Trace, utterance: string): Spoken {
  const told = outgoing(trace, 'speech').filter(({ v }) => v.utterance === utterance);
  return {
    texts: told.flatMap(({ t, v }) => (v.kind === 'text' ? [{ atMs: t, text: v.text }] : [])),
    endedMs: told.find(({ v }) => v.kind === 'ended')?.t ?? null,
  };
}

/** Audio from TTS; it belongs to the utterance that began last. */
function audioOf(
  trace: Trace,
): readonly { readonly utterance: string; readonly atMs: number; readonly lengthMs: number }[] {
  const begun = outgoing(trace, 'speech').flatMap(({ t, v }) => (v.kind === 'started' ? [{ t, ...v }] : []));
  const owners = new Map<string, string>();
  return incoming(trace, 'tts').flatMap(({ t, v, stream }) => {
    const utterance = owners.get(stream) ?? begun.findLast((speech) => speech.t <= t)?.utterance;
    if (utterance === undefined || v.kind !== 'audio') return [];
    owners.set(stream, utterance);
    return [{ utterance, atMs: t, lengthMs: (v.samples / v.rate) * 1000 }];
  });
}

function rateOf(head: Head, trace: Trace, utterance: string): number {
  const starts = outgoing(trace, 'command').flatMap(({ v }) => (v.kind === 'start' ? [v] : []));
  const start = starts.find((command) => command.utterance === utterance);
  return start?.sampleRate ?? head.io.outputSampleRate ?? head.ports.tts.sampleRate;
}

/** The words that were heard; the heard text is a prefix of the whole. */
function heardWords(trace: Trace, utterance: string, text: string, heard: string, fromMs: number): readonly Word[] {
  const words = outgoing(trace, 'speech').flatMap(({ v }) =>
    v.kind === 'words' && v.utterance === utterance ? v.words : [],
  );
  return words
    .filter(({ to }) => to <= heard.length)
    .map(({ from, to, startMs, endMs }) => ({
      text: text.slice(from, to),
      fromMs: fromMs + startMs,
      toMs: fromMs + endMs,
    }));
}
