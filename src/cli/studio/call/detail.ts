import type { Timeline } from '../../../draw/model.ts';
import { outgoing, type Trace } from '../../../replay/timeline/lines.ts';
import { warningsOf } from '../../../replay/warnings.ts';
import { addCosts } from '../../../session/usage/addCosts.ts';
import type { CallDetail } from '../../../studio/protocol.ts';
import { costOf } from '../index/cost.ts';
import { isFailure } from '../index/isFailure.ts';
import { summarise } from '../index/summary.ts';
import type { TaskInputs } from '../threads/task.ts';
import { listFunctions } from './functionViews.ts';
import { listModelStreams, type ModelStream } from './modelRequest.ts';
import { listWaits } from './listWaits.ts';
import { openCall } from './openCall.ts';
import { createTranscript } from './transcript.ts';

/** Reads all of a call that fits on a page: everything but its audio, its windows, and the streams of the model. */
export async function readDetail({ file, prices }: TaskInputs['detail']): Promise<CallDetail> {
  const call = await openCall(file);
  const { recording } = call;
  const { head, lines } = recording;
  const trace = call.trace();
  const { row, usage } = summarise(head, trace, lines.at(-1)?.t ?? 0);
  const functions = listFunctions(trace);
  return {
    row: { id: file.id, ...row, cost: costOf(usage, prices) },
    config: head.config,
    ports: {
      stt: head.ports.stt.name,
      tts: head.ports.tts.name,
      model: head.ports.speechModel?.name ?? null,
      turns: head.ports.turns?.name ?? null,
    },
    splices: head.splices,
    ownStages: head.stages,
    audio: { user: head.audio, agent: head.agentAudio === true },
    timeline: withoutChunks(call.timeline()),
    transcript: createTranscript({ head, trace, timeline: call.timeline(), functions }),
    waits: listWaits(trace),
    requests: listModelStreams(trace).map(withoutStream),
    functions,
    usage: usage === null ? null : addCosts(usage, prices),
    currency: prices?.currency ?? null,
    failures: listFailures(trace),
    warnings: warningsOf(recording, {}),
  };
}

function withoutStream({
  stream,
  turn,
  fromMs,
  toMs,
  firstTextMs,
  outcome,
}: ModelStream): CallDetail['requests'][number] {
  return { stream, turn, fromMs, toMs, firstTextMs, outcome };
}

function withoutChunks(timeline: Timeline): Timeline {
  return { ...timeline, replies: timeline.replies.map((reply) => ({ ...reply, chunks: [] })) };
}

function listFailures(trace: Trace): CallDetail['failures'] {
  return outgoing(trace, 'error')
    .filter(({ v }) => isFailure(v))
    .map(({ t, v: { code = 'internal', message } }) => ({ atMs: t, code, message, docs: `errors.md#${code}` }));
}
