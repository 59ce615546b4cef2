import { filter, map, tap } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { SpeechToText, SttEvent } from '../../src/core/ports.ts';
import type { Transcript, TranscriptDetails } from '../../src/core/speech.ts';
import type { Recording } from '../../src/record/format.ts';
import type { RecordOptions } from '../../src/record/recordTo.ts';
import { replay } from '../../src/replay/replay.ts';
import { transcriptMessages } from '../../src/server/media/transcriptMessages.ts';
import { recorder } from '../replay/record.ts';
import { createTestSession } from '../support/testSession.ts';

const DETAILS: TranscriptDetails = {
  words: [
    { text: 'call', startMs: 320, endMs: 480, confidence: 0.98, speaker: '0' },
    { text: '4711', startMs: 500, endMs: 900, confidence: 0.42, speaker: '0' },
  ],
  confidence: 0.7,
  language: 'en-US',
  speaker: '0',
};

/** Answers every segment with the same text and details. */
const detailed: SpeechToText = {
  name: 'detailed',
  sampleRate: 16_000,
  finalTimeoutMs: 1000,
  interims: true,
  transcribe: (speech) =>
    speech.pipe(
      filter(({ kind }) => kind === 'start' || kind === 'end'),
      map(({ kind, segment }): SttEvent => {
        if (kind === 'start') return { kind: 'interim', segment, text: 'call', language: 'en-US' };
        return { kind: 'final', segment, text: 'call 4711', ...DETAILS };
      }),
    ),
};

interface Outcome {
  readonly spliced: readonly Transcript[];
  readonly tapped: readonly Transcript[];
  readonly notes: readonly unknown[];
  readonly history: readonly string[];
  readonly recording: Recording;
  readonly lines: readonly string[];
}

async function heard(options: RecordOptions = {}): Promise<Outcome> {
  const record = recorder(options);
  const [spliced, tapped, notes]: [Transcript[], Transcript[], unknown[]] = [[], [], []];
  const { clock, session, history } = createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    llm: ['Calling.'],
    options: {
      record,
      splice: { transcript: tap((transcript) => void spliced.push(transcript)) },
      ports: { stt: detailed },
    },
  });
  session.edges.transcript.subscribe((transcript) => tapped.push(transcript));
  session.edges.transcript.pipe(transcriptMessages()).subscribe((note) => notes.push(note));
  await clock.run(6000);
  session.close('ended_by_api');
  await clock.advance(100);
  return { spliced, tapped, notes, history: history(), recording: record.recording(), lines: record.lines };
}

describe('details of a recogniser beside the text', () => {
  test('comes through the splices to the edge', async () => {
    const { spliced, tapped, history } = await heard();
    const transcripts = [
      { kind: 'interim', segment: 0, text: 'call', language: 'en-US' },
      { kind: 'final', segment: 0, text: 'call 4711', ...DETAILS },
    ];
    expect(spliced).toStrictEqual(transcripts);
    expect(tapped).toStrictEqual(transcripts);
    expect(history).toEqual(['user: call 4711', 'assistant: Calling.']);
  });

  test('stands in the recording, which is replayed without a difference', async () => {
    const { recording } = await heard();
    const finals = recording.lines.filter((line) => 'v' in line && (line.v as Transcript | null)?.kind === 'final');
    expect(finals.map((line) => ('v' in line ? line.v : null))).toEqual([
      { kind: 'final', segment: 0, text: 'call 4711', ...DETAILS },
      { kind: 'final', segment: 0, text: 'call 4711', ...DETAILS },
    ]);
    const { difference, picture } = await replay(recording, { splice: { transcript: tap() } });
    expect(difference, picture).toBe(null);
  });

  test('is not sent to clients', async () => {
    expect((await heard()).notes.at(-1)).toStrictEqual({
      type: 'user.transcript',
      utterance_id: 's0.0',
      text: 'call 4711',
      final: true,
    });
  });

  test('loses its words where a recording is redacted, since a pattern may span several', async () => {
    const { lines, recording } = await heard({ redact: (text) => text.replaceAll(/\bcall \d+/gu, '***') });
    expect(lines.join()).not.toContain('4711');
    expect(lines.join()).toContain('"confidence":0.7,"language":"en-US","speaker":"0"');
    expect((await replay(recording, { splice: { transcript: tap() } })).difference).toBe(null);
  });
});
