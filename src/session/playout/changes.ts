import type { PlayoutCommand, PlayoutReport } from '../../core/playout.ts';
import type { SpeechEvent } from '../../core/turn.ts';
import type { Change } from '../../playback/runMachine.ts';
import { appendSamples, removeUtterance, playedSamples } from '../../playback/playHead.ts';
import { playTime } from '../../time/stopwatch.ts';
import { withReport, withConnection } from './client.ts';
import { addSpeech, removeUtterances } from './ledger.ts';
import { withClient, updateUtterance, type PlayoutState } from './playoutState.ts';
import { createActiveUtterance, applyReport, type Cut, type ActiveUtterance } from './activeUtterance.ts';

/** Longest time for the client's answer to `clear`, in ms. */
const ANSWER_MS = 250;

/** Adds speech to the ledger, except after the utterance's cut. */
export function onSpeech(event: SpeechEvent): Change<PlayoutState> {
  return (state) => {
    const isCut = state.active.some((one) => one.utterance === event.utterance && one.cut !== undefined);
    return isCut ? state : { ...state, ledger: addSpeech(state.ledger, event) };
  };
}

export function onConnected(connected: boolean): Change<PlayoutState> {
  return (state, nowMs) =>
    withClient(state, withConnection(state.client, connected, playTime(state.watch, nowMs)), nowMs);
}

export function onReport(report: PlayoutReport): Change<PlayoutState> {
  return (state, nowMs) => {
    const playMs = playTime(state.watch, nowMs);
    const here = withClient(state, withReport(state.client, report.kind, playMs), nowMs);
    return updateUtterance(here, report.utterance, (one) => applyReport(one, report, playMs));
  };
}

export function onCommand(command: PlayoutCommand): Change<PlayoutState> {
  return (state, nowMs) => {
    const playMs = playTime(state.watch, nowMs);
    const { utterance } = command;
    switch (command.kind) {
      case 'start':
        return beginUtterance(state, createActiveUtterance({ utterance, sampleRate: command.sampleRate }));
      case 'audio': {
        const { sampleRate } = command.frame;
        const samples = command.frame.samples.length;
        const head = appendSamples(state.head, { utterance, samples, sampleRate }, playMs);
        return updateUtterance({ ...state, head }, utterance, (one) => ({ ...one, sent: one.sent + samples }));
      }
      case 'end':
        return updateUtterance(state, utterance, (one) => ({ ...one, endedMs: playMs }));
      case 'clear': {
        const pacedSamples = playedSamples(state.head, utterance, playMs);
        const head = removeUtterance(state.head, utterance, playMs);
        const made: Cut = { atMs: playMs, pacedSamples, answerByMs: nowMs + ANSWER_MS };
        return updateUtterance({ ...state, head }, utterance, (one) => ({ ...one, cut: made }));
      }
    }
  };
}

/** Ends all utterances when the commands have completed. */
export function onClosed(state: PlayoutState, nowMs: number): PlayoutState {
  const endedMs = playTime(state.watch, nowMs);
  const active = state.active.map((one) => ({ ...one, endedMs: one.endedMs ?? endedMs }));
  return { ...state, active, commands: 'closed' };
}

/** Begins an utterance. Earlier ones that are not active leave the ledger: they can no longer begin. */
function beginUtterance(state: PlayoutState, begun: ActiveUtterance): PlayoutState {
  const active = [...state.active, begun];
  const known = [...state.ledger.utterances.keys()];
  const earlier = new Set(known.slice(0, Math.max(0, known.indexOf(begun.utterance))));
  const isOver = (utterance: string): boolean =>
    earlier.has(utterance) && active.every((one) => one.utterance !== utterance);
  return { ...state, active, ledger: removeUtterances(state.ledger, isOver) };
}
