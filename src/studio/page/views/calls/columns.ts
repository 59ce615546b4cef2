import type { CallRow, Column } from '../../../protocol.ts';
import { formatCode, formatCost, formatDate, formatLength, formatSeconds, formatNumber } from '../../logic/format.ts';

/** A column of the table. */
export interface TableColumn {
  readonly column: Column;
  readonly label: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly format: (row: CallRow) => string;
  /** Whether a value deserves attention. */
  readonly isAlarming?: (row: CallRow) => boolean;
}

const text = (value: string | null): string => value ?? '–';
const count = (value: number): string => (value === 0 ? '–' : formatNumber(value));

/** The columns of the table, from left to right. */
export const COLUMNS: readonly TableColumn[] = [
  {
    column: 'recordedAt',
    label: 'Recorded',
    title: 'When the call was recorded',
    isNumber: false,
    format: (row) => formatDate(row.recordedAt),
  },
  { column: 'id', label: 'Call', title: 'The file of the recording', isNumber: false, format: ({ id }) => id },
  {
    column: 'agent',
    label: 'Agent',
    title: 'The agent that answered',
    isNumber: false,
    format: ({ agent }) => text(agent),
  },
  {
    column: 'line',
    label: 'Line',
    title: 'The line that the call came over',
    isNumber: false,
    format: ({ line }) => text(line),
  },
  {
    column: 'lengthMs',
    label: 'Length',
    title: 'Length of the call',
    isNumber: true,
    format: ({ lengthMs }) => formatLength(lengthMs),
  },
  { column: 'turns', label: 'Turns', title: 'Turns of the user', isNumber: true, format: ({ turns }) => count(turns) },
  {
    column: 'waitP50Ms',
    label: 'Wait p50',
    title: 'Median wait for an answer',
    isNumber: true,
    format: ({ waitP50Ms }) => formatSeconds(waitP50Ms),
  },
  {
    column: 'waitP95Ms',
    label: 'Wait p95',
    title: 'Wait that one answer in twenty exceeds',
    isNumber: true,
    format: ({ waitP95Ms }) => formatSeconds(waitP95Ms),
    isAlarming: ({ waitP95Ms }) => (waitP95Ms ?? 0) > 1500,
  },
  {
    column: 'interruptions',
    label: 'Interr.',
    title: 'Interruptions of the agent',
    isNumber: true,
    format: ({ interruptions }) => count(interruptions),
  },
  {
    column: 'cutOffs',
    label: 'Cut off',
    title: 'Turns that were answered although the user had not finished',
    isNumber: true,
    format: ({ cutOffs }) => count(cutOffs),
    isAlarming: ({ cutOffs }) => cutOffs > 0,
  },
  {
    column: 'failures',
    label: 'Failures',
    title: 'Failures of parts of the session',
    isNumber: true,
    format: ({ failures }) => count(failures),
    isAlarming: ({ failures }) => failures > 0,
  },
  {
    column: 'cost',
    label: 'Cost',
    title: 'Cost, in the currency of the price table',
    isNumber: true,
    format: ({ cost }) => formatCost(cost),
  },
  {
    column: 'end',
    label: 'End',
    title: 'Reason of the end',
    isNumber: false,
    format: ({ end }) => (end === null ? 'incomplete' : formatCode(end)),
  },
];
