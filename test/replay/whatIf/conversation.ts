import type { RecordOptions } from '../../../src/record/recordTo.ts';
import type { Recording } from '../../../src/record/format.ts';
import { playSession, type PlayedSessionOptions } from '../../support/playSession.ts';
import { recorder, type KeptRecorder } from '../record.ts';

/** Plays a conversation in virtual time, and gives what was written of it. */
export async function recordingOf(piece: PlayedSessionOptions, kept?: RecordOptions): Promise<Recording> {
  return (await recorded(piece, kept)).recording();
}

/** At the end of the piece the user hangs up. */
export async function recorded(piece: PlayedSessionOptions, kept?: RecordOptions): Promise<KeptRecorder> {
  const record = recorder(kept);
  const { untilMs = 15_000 } = piece;
  const { session, clock } = await playSession({ ...piece, untilMs, options: { ...piece.options, record } });
  session.close('ended_by_client');
  await clock.run(untilMs + 1000);
  return record;
}

/** 576 ms of silence end a segment by default; so little does, so that the endpointing delay decides. */
export const QUICK_VAD = { provider: 'silero', min_silence_duration: 0.1 } as const;
