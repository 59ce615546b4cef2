import type { SessionIo } from './ports.ts';

/** How a transport takes the agent's audio, and how it tells what was played. */
export type PlayoutFormat = Pick<
  SessionIo,
  'outputSampleRate' | 'outputFrameMs' | 'outputLeadMs' | 'reportsStarts' | 'heard'
>;

/** Selects the playout format of a transport, whose other members are wrapped. */
export function selectPlayoutFormat(io: PlayoutFormat): PlayoutFormat {
  const { outputSampleRate, outputFrameMs, outputLeadMs, reportsStarts, heard } = io;
  return { outputSampleRate, outputFrameMs, outputLeadMs, reportsStarts, heard };
}
