import { endTimeline, emptyTimeline, type Timeline } from '../draw/model.ts';
import type { Recording } from '../record/format.ts';
import { parseConfig } from '../session/config/config.ts';
import { eventsOf } from './timeline/events.ts';
import { outgoing, traceOf } from './timeline/lines.ts';
import { callsOf, repliesOf, synthesesOf } from './timeline/replies.ts';
import { gapsOf, microphoneOf, speechOf, voicedOf, windowsOf, wordsOf } from './timeline/user.ts';
import { utterancesOf } from './timeline/utterances.ts';
import { interruptionsOf, waitsOf } from './timeline/waits.ts';

/** Converts a recorded session into a timeline to draw, without the agent's audio. */
export function timelineOf({ head, lines }: Recording): Timeline {
  const trace = traceOf(lines);
  const nowMs = lines.at(-1)?.t ?? 0;
  const timeline: Timeline = {
    ...emptyTimeline,
    nowMs,
    gaps: gapsOf(trace),
    microphone: microphoneOf(trace),
    voiced: voicedOf(trace),
    windows: windowsOf(head, trace),
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
