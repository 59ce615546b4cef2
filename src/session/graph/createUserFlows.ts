import { merge, NEVER } from 'rxjs';
import { createFlow, type Flow, type FlowContext } from './createFlow.ts';

/** Creates the flows from the microphone and the keyboard to the events of the user. */
export function createUserFlows({ io, subjects, stage, spliced, feed, withoutEcho }: FlowContext): readonly Flow[] {
  const { edges, settled, endpoints, present } = subjects;
  const transcripts = edges.activity.pipe(stage('transcribe'), withoutEcho, spliced.transcript);
  const activity = edges.audioIn.pipe(stage('vad'), spliced.at('activity'));
  const texts = merge(io.textIn ?? NEVER, edges.dtmf.pipe(stage('digits')));
  return [
    createFlow(edges.activity.pipe(stage('endpointing')), () => endpoints.next()),
    feed('interruption', edges.activity.pipe(stage('interruption'), spliced.at('interruption'))),
    createFlow(
      transcripts,
      (event) => (event.kind === 'settled' ? settled.next(event) : edges.transcript.next(event)),
      'provider_failed',
      'provider_failed',
    ),
    createFlow(activity, (event) => edges.activity.next(event), 'vad_failed', 'provider_failed'),
    feed('textIn', texts.pipe(spliced.at('textIn'))),
    feed('dtmf', (io.digits ?? NEVER).pipe(spliced.at('dtmf'))),
    createFlow(io.connected ?? NEVER, (isPresent) => present.next(isPresent), 'internal', 'disconnected'),
    createFlow(
      io.audioIn.pipe(spliced.at('audioIn')),
      (frame) => edges.audioIn.next(frame),
      'internal',
      'disconnected',
    ),
  ];
}
