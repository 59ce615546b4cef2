import { formatWebVtt } from '../../export/webVtt.ts';
import type { TaskInputs } from '../threads/task.ts';
import { openCall } from './openCall.ts';

/** Formats the transcript of a call as WebVTT. */
export async function exportTranscript({ file }: TaskInputs['transcript']): Promise<string> {
  return formatWebVtt((await openCall(file)).recording);
}
