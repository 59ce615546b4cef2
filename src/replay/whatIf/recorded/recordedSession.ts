import type { Digit } from '../../../core/digit.ts';
import type { TurnCommand } from '../../../core/ports.ts';
import type { Head, InLine, Line, Recording } from '../../../record/format.ts';
import { parseConfig, type VadSettings } from '../../../session/config/config.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { Timed } from '../fromTimes.ts';
import { answerPaceOf, type AnswerPace } from './answerPace.ts';
import { readAnswers, type RecordedAnswer } from './answers.ts';
import { readSpeakers } from './speakers.ts';
import { readDecidedTexts, type DecidedText } from './decidedTexts.ts';
import { readFunctions, type RecordedFunctions } from './calls.ts';
import { clientOf, type ClientBehaviour } from './client.ts';
import { readHandoffs, type RecordedHandoff } from './handoffs.ts';
import { readModelEvents, type RecordedModelEvents } from './modelEvents.ts';
import { allIn, allOut, allTyped, isIn, typedIn, valueIn, valueOut } from '../../lines.ts';
import type { TimedRequest } from './stream.ts';
import type { TranscribedSpeech } from './recordedSegment.ts';
import type { RecordedTurns } from './recordedTurns.ts';
import { readSegments, readVoicedWindows } from './segments.ts';
import { readUpdates, type RecordedUpdates } from './updates.ts';
import { readFoundTurns, readVerdicts, type RecordedFinding, type RecordedVerdicts } from './verdicts.ts';
import { paceOf, pacesOf, utterancesOf, type RecordedUtterance, type TtsPace } from './utterances.ts';
import { lacksRecogniser, readVoice, type CommittedSpeech } from './voice.ts';
import { windowsOf, type Windows } from './windows.ts';

/**
 * An analysed recording: the user's actions and the behaviour of ports, handler and client. Times are session times in
 * ms.
 */
export interface RecordedSession {
  readonly head: Head;
  readonly windows: Windows;
  readonly transcribed: TranscribedSpeech;
  /** Failures of the recogniser's entire stream. */
  readonly breaks: readonly (Timed & { readonly message: string })[];
  readonly typed: readonly (Timed & { readonly text: string })[];
  /** Telephone keys. The texts they produced are among `typed`. */
  readonly digits: readonly (Timed & { readonly value: Digit })[];
  readonly muted: readonly (Timed & { readonly value: boolean })[];
  /** The push-to-talk commands. */
  readonly commands: readonly (Timed & { readonly value: TurnCommand })[];
  readonly connected: readonly (Timed & { readonly value: boolean })[];
  /** Requests of the session's owner, but not of the handler or a function. Updates are also among `updates`. */
  readonly requests: readonly TimedRequest[];
  /** The events of the speech model; none in a session without one. */
  readonly modelEvents: RecordedModelEvents;
  readonly turns: RecordedTurns;
  readonly answers: readonly RecordedAnswer[];
  /** The turns of answers on request, which contain no words that the user said or typed. */
  readonly requested: readonly RequestedTurn[];
  readonly answerPace: AnswerPace;
  readonly handoffs: readonly RecordedHandoff[];
  readonly updates: RecordedUpdates;
  readonly utterances: readonly RecordedUtterance[];
  /** The pace across all voices. */
  readonly pace: TtsPace;
  /** The pace of each voice, by its index in `updates`. */
  readonly paces: readonly TtsPace[];
  readonly verdicts: readonly RecordedVerdicts[];
  /** The recogniser's findings about turns. */
  readonly foundTurns: readonly RecordedFinding[];
  readonly functions: RecordedFunctions;
  readonly away: readonly DecidedText[];
  readonly fillers: readonly DecidedText[];
  readonly client: ClientBehaviour;
  readonly endMs: number;
}

/** An answer on request, or to results from the background. */
export interface RequestedTurn {
  readonly turn: number;
  /** The calls whose results it tells; none for a request of the application. */
  readonly news: readonly string[];
}

export function analyseRecording({ head, lines }: Recording): RecordedSession {
  const { vad } = parseConfig({ ...head.config, filler: '', session_data: {} });
  const { transcribed, turns } = readSpeech({ head, lines }, vad);
  const speakerAt = readSpeakers(lines, head);
  const utterances = utterancesOf(lines, speakerAt);
  const functions = readFunctions(lines);
  const answers = readAnswers(lines, speakerAt);
  const updates = readUpdates(lines, head.ports.tts, madeRequests(lines, functions));
  return {
    head,
    windows: windowsOf(lines),
    transcribed,
    breaks: lines.flatMap((line) =>
      isIn(line, 'stt') && line.error !== undefined ? [{ atMs: line.t, message: line.error.message }] : [],
    ),
    typed: allTyped(lines).map(({ t, v }) => ({ atMs: t, text: v })),
    digits: allIn(lines, 'digit').map(({ t, v }) => ({ atMs: t, value: v })),
    muted: allIn(lines, 'muted').map(({ t, v }) => ({ atMs: t, value: v })),
    commands: allIn(lines, 'turns').map(({ t, v }) => ({ atMs: t, value: v })),
    connected: allIn(lines, 'connected').map(({ t, v }) => ({ atMs: t, value: v })),
    requests: ownerRequests(lines),
    modelEvents: readModelEvents(lines),
    turns,
    answers,
    requested: requestedIn(answers, lines),
    answerPace: answerPaceOf(answers),
    handoffs: readHandoffs(lines, functions.calls, speakerAt),
    updates,
    utterances,
    pace: paceOf(utterances),
    paces: pacesOf(utterances, updates.voices.length),
    verdicts: readVerdicts(lines),
    foundTurns: readFoundTurns(lines),
    functions,
    away: readDecidedTexts(lines, 'away'),
    fillers: readDecidedTexts(lines, 'filler'),
    client: clientOf(lines, head),
    endMs: allOut(lines, 'ended')[0]?.t ?? lines.at(-1)?.t ?? 0,
  };
}

function readSpeech({ head, lines }: Recording, vad: VadSettings): CommittedSpeech {
  const transcribed = readSegments(lines, head, vad);
  const turns = turnsOf(lines, transcribed);
  if (!lacksRecogniser(head)) return { transcribed, turns };
  const voiced = readVoicedWindows(lines, head, vad);
  return readVoice(lines, transcribed, ({ from, to }) => voiced.filter((n) => n >= from && n <= to), turns);
}

function requestedIn(answers: readonly RecordedAnswer[], lines: readonly Line[]): readonly RequestedTurn[] {
  const ofUser = new Set(allOut(lines, 'userTurn').flatMap(({ v }) => (v.request === undefined ? v.turn : [])));
  return answers.flatMap(({ turn, round, news = [] }) => (round === 0 && !ofUser.has(turn) ? { turn, news } : []));
}

/** Returns whether the handler or a function made a request. Such a request is repeated with their answer. */
function isFromAnswer({ by }: InLine): boolean {
  return by !== undefined && !by.startsWith('entry.');
}

/** Collects the requests that are repeated with the recording's answers and functions. */
function madeRequests(lines: readonly Line[], { calls }: RecordedFunctions): ReadonlySet<SessionRequest> {
  const byAnswers = lines.flatMap((line) =>
    'in' in line && line.in === 'asked' && isFromAnswer(line) ? [line.v as SessionRequest] : [],
  );
  return new Set([...byAnswers, ...[...calls.values()].flatMap(({ requests }) => requests.map((one) => one.request))]);
}

/** Selects the owner's requests, without the first message, which the session says by itself. */
function ownerRequests(lines: readonly Line[]): RecordedSession['requests'] {
  return lines.flatMap((line) => {
    if (!('in' in line) || line.in !== 'asked' || isFromAnswer(line)) return [];
    const request = line.v as SessionRequest;
    return request.kind === 'say' && request.first ? [] : [{ atMs: line.t, request }];
  });
}

/** Assigns each word to the first turn that is committed after all words of its segment are known. */
function turnsOf(lines: readonly Line[], { segments, words }: TranscribedSpeech): RecordedTurns {
  const ofWord: (number | null)[] = words.map(() => null);
  const ofTyped: (number | null)[] = [];
  let known = 0;
  let given = 0;
  let typedBefore = 0;
  for (const line of lines) {
    const stt = valueIn(line, 'stt');
    if (stt !== undefined && 'text' in stt)
      known = Math.max(known, segments.findLast((one) => one.segment === stt.segment)?.afterWords ?? 0);
    if (typedIn(line) !== undefined) ofTyped.push(null);
    const { turn, request } = valueOut(line, 'userTurn') ?? {};
    if (turn === undefined || request !== undefined) continue;
    ofWord.fill(turn, given, known);
    ofTyped.fill(turn, typedBefore);
    given = known;
    typedBefore = ofTyped.length;
  }
  const spoken = allOut(lines, 'userTurn').filter(({ v }) => v.request === undefined);
  return { committed: spoken.map(({ v }) => v), ofWord, ofTyped };
}
