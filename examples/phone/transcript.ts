import type { Terminal } from '../talk/terminal.ts';
import type { PhoneEvent } from './callAgent.ts';

const SPEAKER_COLUMNS = 11;

/** Creates a watcher that writes the conversation while it goes on: the words of the agent when they are heard. */
export function createTranscript({ paint, write }: Pick<Terminal, 'paint' | 'write'>): (event: PhoneEvent) => void {
  let isSaying = false;
  const endLine = (): void => {
    if (isSaying) write('\n');
    isSaying = false;
  };
  const writeLine = (who: string, text: string): void => {
    endLine();
    write(`${paint('cyan', who.padEnd(SPEAKER_COLUMNS))}${text}\n`);
  };
  const writeWords = (text: string): void => {
    write(isSaying ? ' ' : paint('green', 'agent'.padEnd(SPEAKER_COLUMNS)));
    write(text.trim());
    isSaying = true;
  };
  return (event) => {
    if (event.kind === 'line') return writeLine('you', event.line.name);
    if (event.kind === 'understood') return writeLine('understood', event.text);
    if (event.saying.kind === 'words') return writeWords(event.saying.text);
    if (isSaying && !event.saying.whole) write(paint('dim', ' … (interrupted)'));
    endLine();
  };
}
