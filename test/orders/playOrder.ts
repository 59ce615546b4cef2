import { durationMs } from '../../src/core/audio.ts';
import { silence, voiced } from '../../src/testing/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { chunk, finish } from '../../src/testing/doubles/chunks.ts';
import { observe, type UntimedEntry } from '../properties/observe.ts';
import type { Entry, Recording } from '../properties/recording.ts';
import { words, type Act, type Scenario } from '../properties/scenario.ts';
import type { InstantEvent } from './instantEvents.ts';
import { createManualSession, DEFAULT_SCENARIO, type ManualSession } from './manualSession.ts';
import type { Situation } from './situations.ts';

/** What the cues mean. */
export interface Variant {
  readonly situation: Situation;
  /** What the user turns out to have done. */
  readonly user: 'spoke' | 'coughed';
  /** The client comes back after 5 s, or its session is closed. */
  readonly drop: 'comes back' | 'is gone';
  /**
   * The client or the owner asks for the interruption, and the segment ends by its silence; or the voice reaches the
   * threshold in a segment that muting ends.
   */
  readonly interruption: 'asked for' | 'spoken';
}

/** What the segment says, and what the model does when it is asked again. */
export const USER_WORDS: string = words('s0', 2);
export const ANSWER: string = `A${words('1', 3)}.`;

/** In windows of 32 ms: the user’s voice, one short of an interruption, and the silence that ends its segment. */
const VOICED = 4;
const SILENT = 2;
const WINDOW_MS = 32;
const FIRST_WINDOW = 4;
/** What does not come at the instant comes so long after it. */
const LATER_MS = 300;
const AWAY_MS = 5000;
const QUIET_MS = 60_000;
const END_MS = 2000;

/** These come sooner or later; nobody need interrupt, and no client need drop. */
const SURE: readonly InstantEvent[] = ['segment end', 'final', 'token', 'result'];

/** Plays a conversation up to the instant, the cues in their order within it, and what follows, to the end. */
export async function playOrder(variant: Variant, order: readonly InstantEvent[]): Promise<Recording> {
  const clock = new VirtualClock();
  const entries: Entry[] = [];
  const log = (entry: UntimedEntry): void => void entries.push({ ...entry, atMs: clock.now() });
  const manual = createManualSession(variant.situation.first, log, clock);
  const { session, ledger } = manual;
  observe(session, manual.io, log);
  let endedMs: number | null = null;
  void session.ended.then(() => (endedMs = clock.now()));
  session.start();
  for (const [ms, happen] of variant.situation.before) clock.schedule(() => happen(manual), ms);
  const instant = speakUpTo(manual, variant);
  const effects = effectsOf(manual, variant, log);
  for (const event of order) clock.schedule(() => effects[event](), instant);
  for (const event of SURE) if (!order.includes(event)) clock.schedule(() => effects[event](), instant + LATER_MS);
  const quietMs = instant + QUIET_MS;
  await clock.run(quietMs);
  const openAtQuiet = ledger.open();
  session.end({ after: 'now' });
  await clock.run(quietMs + END_MS);
  const left = { subscriptions: ledger.open(), work: clock.pending };
  const { peaks } = ledger;
  const scenario = scenarioOf(variant, order);
  return { scenario, config: manual.config, entries, quietMs, endedMs, peaks, openAtQuiet, left };
}

/** The user’s sound up to the window before the instant, which it returns. The network brings it in three pieces. */
function speakUpTo({ clock, io }: ManualSession, { interruption }: Variant): number {
  const quiet = interruption === 'asked for' ? SILENT - 1 : 0;
  const pieces = [silence(FIRST_WINDOW * WINDOW_MS), voiced(VOICED * WINDOW_MS), silence(quiet * WINDOW_MS)];
  let atMs = 0;
  for (const frame of pieces) {
    atMs += durationMs(frame);
    clock.schedule(() => io.user.audio.next(frame), atMs);
  }
  return atMs + WINDOW_MS;
}

function effectsOf(
  { clock, io, session, stt, token, result }: ManualSession,
  { user, drop, interruption }: Variant,
  log: (entry: UntimedEntry) => void,
): Readonly<Record<InstantEvent, () => void>> {
  const byVoice = interruption === 'spoken';
  const comeBack = (): void => {
    log({ of: 'act', value: 'disconnect over' });
    io.user.connected.next(true);
  };
  const interrupt = (): void => {
    log({ of: 'act', value: 'interrupt' });
    session.interrupt();
  };
  return {
    'segment end': () => (byVoice ? io.user.muted.next(true) : io.user.audio.next(silence(WINDOW_MS))),
    final: () => stt.emitFinal(user === 'spoke' ? USER_WORDS : ''),
    token: () => token.emit(chunk(ANSWER), finish()),
    result: () => result.emit('found'),
    interruption: byVoice ? () => io.user.audio.next(voiced(WINDOW_MS)) : interrupt,
    drop: () => {
      log({ of: 'act', value: 'disconnect' });
      io.user.connected.next(false);
      if (drop === 'is gone') session.close('disconnected');
      else clock.schedule(comeBack, AWAY_MS);
    },
  };
}

/** What was done to the session, for the rules to know what to expect. */
function scenarioOf({ drop, interruption }: Variant, order: readonly InstantEvent[]): Scenario {
  const dropped: Act =
    drop === 'is gone' ? { kind: 'close', gapMs: 0 } : { kind: 'disconnect', gapMs: 0, forMs: AWAY_MS };
  const asked: Act = { kind: 'interrupt', gapMs: 0 };
  return {
    ...DEFAULT_SCENARIO,
    acts: [
      ...(order.includes('drop') ? [dropped] : []),
      ...(order.includes('interruption') && interruption === 'asked for' ? [asked] : []),
    ],
  };
}
