import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CallRow } from '../../../protocol.ts';
import { DocsLink } from '../../parts/DocsLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { callsStore } from '../../state/callsStore.ts';
import { COLUMNS } from './columns.ts';
import { openCall, ROW_PX } from './openCall.ts';

export interface CallRowProps {
  readonly index: number;
  /** Undefined while it is fetched. */
  readonly row: CallRow | undefined;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

/** A row of the table. It is rendered again only if it changes, because scrolling renders the table in each frame. */
export function CallRowView(props: CallRowProps): JSX.Element {
  const { index, row, isActive, isSelected } = props;
  return useMemo(() => <RowView {...props} />, [index, row, isActive, isSelected]);
}

function RowView({ index, row, isActive, isSelected }: CallRowProps): JSX.Element {
  const isFaulty = row !== undefined && row.fault !== null;
  return (
    <div
      id={`row-${index}`}
      class={`row${isActive ? ' active' : ''}${isFaulty ? ' faulty' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${index * ROW_PX}px)` }}
      onClick={() => {
        callsStore.active.value = index;
        if (row !== undefined) openCall(row.id, isFaulty);
      }}
    >
      <span class="cell check" role="gridcell">
        {row !== undefined && !isFaulty && (
          <input
            type="checkbox"
            aria-label={`Select ${row.id}`}
            tabIndex={-1}
            checked={isSelected}
            onClick={(event) => event.stopPropagation()}
            onChange={() => callsStore.toggle(row.id)}
          />
        )}
      </span>
      {row === undefined ? <Awaited /> : isFaulty ? <Faulty row={row} /> : <Cells row={row} />}
    </div>
  );
}

function Cells({ row }: { readonly row: CallRow }): JSX.Element {
  return (
    <>
      {COLUMNS.map(({ column, isNumber, format, isAlarming }) => {
        const text = format(row);
        const looks = [
          'cell',
          `c-${column}`,
          ...(isNumber ? ['number'] : []),
          ...(isAlarming?.(row) === true ? ['alarming'] : []),
        ];
        return (
          <span
            key={column}
            class={looks.join(' ')}
            role="gridcell"
            title={isNumber ? undefined : text}
            data-none={text === '–'}
          >
            {text}
          </span>
        );
      })}
    </>
  );
}

function Faulty({ row: { id, fault } }: { readonly row: CallRow }): JSX.Element {
  return (
    <>
      <span class="cell c-recordedAt" role="gridcell">
        <Icon name="warning" /> cannot be read
      </span>
      <span class="cell c-id" role="gridcell" title={id}>
        {id}
      </span>
      <span class="cell fault" role="gridcell" aria-colspan={COLUMNS.length - 2} title={fault?.message}>
        <span class="fault-text">{fault?.message}</span> <DocsLink place={fault?.docs}>What this means</DocsLink>
      </span>
    </>
  );
}

function Awaited(): JSX.Element {
  return (
    <span class="cell awaited" role="gridcell" aria-colspan={COLUMNS.length}>
      <span class="visually-hidden">Loading …</span>
    </span>
  );
}
