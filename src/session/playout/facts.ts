import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import type { Change } from '../../playback/clockwork.ts';
import { append, cut, playedSamples } from '../../playback/playHead.ts';
import { playTime } from '../../time/stopwatch.ts';
import { hasReported, isConnected } from './client.ts';
import { note, strikeOff } from './ledger.ts';
import { withClient, withSounding } from './playback.ts';
import type { Playback } from './playback.ts';
import { newlySounding, withReport } from './sounding.ts';
import type { Cut, Sounding } from './sounding.ts';

/** How long an answer to `clear` is waited for, in ms. */
const ANSWER_MS = 250;

/** What is spoken of an utterance after its cut is not recorded. */
export function onSpeech(event: SpeechEvent): Change<Playback> {
  return (state) => {
    const isCut = state.sounding.some((one) => one.utterance === event.utterance && one.cut !== undefined);
    return isCut ? state : { ...state, ledger: note(state.ledger, event) };
  };
}

export function onConnected(connected: boolean): Change<Playback> {
  return (state, nowMs) => withClient(state, isConnected(state.client, connected, playTime(state.watch, nowMs)), nowMs);
}

export function onReport(report: PlayoutReport): Change<Playback> {
  return (state, nowMs) => {
    const playMs = playTime(state.watch, nowMs);
    const here = withClient(state, hasReported(state.client, report.kind, playMs), nowMs);
    return withSounding(here, report.utterance, (one) => withReport(one, report, playMs));
  };
}

export function onCommand(command: PlayoutCommand): Change<Playback> {
  return (state, nowMs) => {
    const playMs = playTime(state.watch, nowMs);
    const { utterance } = command;
    switch (command.kind) {
      case 'start':
        return begin(state, newlySounding(utterance, command.sampleRate));
      case 'audio': {
        const { sampleRate } = command.frame;
        const samples = command.frame.samples.length;
        const head = append(state.head, { utterance, samples, sampleRate }, playMs);
        return withSounding({ ...state, head }, utterance, (one) => ({ ...one, sent: one.sent + samples }));
      }
      case 'end':
        return withSounding(state, utterance, (one) => ({ ...one, endedMs: playMs }));
      case 'clear': {
        const pacedSamples = playedSamples(state.head, utterance, playMs);
        const head = cut(state.head, utterance, playMs);
        const decision: Cut = { atMs: playMs, pacedSamples, answerByMs: nowMs + ANSWER_MS };
        return withSounding({ ...state, head }, utterance, (one) => ({ ...one, cut: decision }));
      }
    }
  };
}

/** No command will come: what has no end yet ends here. */
export function onClosed(state: Playback, nowMs: number): Playback {
  const endedMs = playTime(state.watch, nowMs);
  const sounding = state.sounding.map((one) => ({ ...one, endedMs: one.endedMs ?? endedMs }));
  return { ...state, sounding, commands: 'closed' };
}

/** Utterances leave in order: one that has not when a later one begins never will. */
function begin(state: Playback, begun: Sounding): Playback {
  const sounding = [...state.sounding, begun];
  const known = [...state.ledger.utterances.keys()];
  const earlier = new Set(known.slice(0, Math.max(0, known.indexOf(begun.utterance))));
  const isOver = (utterance: string): boolean =>
    earlier.has(utterance) && sounding.every((one) => one.utterance !== utterance);
  return { ...state, sounding, ledger: strikeOff(state.ledger, isOver) };
}
