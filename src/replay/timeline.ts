import { endTimeline, emptyTimeline, type Timeline } from '../draw/model.ts';
import type { Recording } from '../record/format.ts';
import { parseConfig } from '../session/config/config.ts';
import { eventsOf } from './timeline/events.ts';
import { outgoing, traceOf, type Trace } from './timeline/lines.ts';
import { callsOf, repliesOf, synthesesOf } from './timeline/replies.ts';
import { gapsOf, microphoneOf, speechOf, voicedOf, windowsOf, wordsOf } from './timeline/user.ts';
import { utterancesOf } from './timeline/utterances.ts';
import { interruptionsOf, waitsOf } from './timeline/waits.ts';

/** Converts a recorded session into a timeline to draw, without the agent's audio. */
export function timelineOf(recording: Recording): Timeline {
  const trace = traceOf(recording.lines);
  return { ...spansOf(recording, trace), microphone: microphoneOf(trace), windows: windowsOf(recording.head, trace) };
}

/** Converts a recorded session into a timeline without the values of each frame: levels and windows. */
export function spansOf({ head, lines }: Recording, trace: Trace): Timeline {
  const nowMs = lines.at(-1)?.t ?? 0;
  const timeline: Timeline = {
    ...emptyTimeline,
    nowMs,
    gaps: gapsOf(trace),
    voiced: voicedOf(trace),
    threshold: parseConfig({ ...head.config, filler: '', session_data: {} }).vad.activationThreshold,
    speech: speechOf(trace),
    words: wordsOf(trace),
    replies: repliesOf(trace),
    calls: callsOf(trace),
    syntheses: synthesesOf(trace),
    waits: waitsOf(trace),
    utterances: utterancesOf(head, trace),
    events: eventsOf(trace),
    interruptions: interruptionsOf(trace),
  };
  return outgoing(trace, 'ended').length === 0 ? timeline : endTimeline(timeline, nowMs);
}
