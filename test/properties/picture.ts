import type { Entry, Recording } from './recording.ts';

/** A conversation as one reads it: a line for each thing that happened, but for the steady ones. */
export function picture({ entries, scenario }: Recording): string {
  return [JSON.stringify(scenario), ...entries.filter(isTelling).map(lineOf)].join('\n');
}

function isTelling(entry: Entry): boolean {
  switch (entry.of) {
    case 'activity':
      return entry.value.kind !== 'window';
    case 'playout':
      return entry.value.kind === 'started' || entry.value.kind === 'stopped';
    case 'speech':
      return entry.value.kind !== 'audio' && entry.value.kind !== 'words';
    case 'history':
    case 'client':
      return false;
    default:
      return true;
  }
}

function lineOf(entry: Entry): string {
  return `${String(entry.atMs).padStart(8)} ${entry.of.padEnd(15)} ${detailOf(entry)}`;
}

function detailOf({ of, value }: Entry): string {
  switch (of) {
    case 'event':
      return `${value.name.slice(3)}${'message' in value.input ? ` "${value.input.message.content}"` : ''}`;
    case 'error':
      return `${value.code} ${JSON.stringify(value.details)} ${value.message}`;
    case 'activity':
      return `${value.kind} ${value.segment}${value.kind === 'ended' ? ` by ${value.by}` : ''}`;
    case 'handler':
      return value.map(({ role, content }) => `${role} "${content}"`).join(' · ');
    default:
      return JSON.stringify(value);
  }
}
