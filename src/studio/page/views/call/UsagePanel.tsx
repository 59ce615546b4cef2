import type { JSX } from 'preact';
import { flatten } from '../../logic/flatten.ts';
import { formatCost, formatNumber } from '../../logic/format.ts';
import { Empty } from '../../parts/states.tsx';
import type { CallPartProps } from './CallHeader.tsx';

/** What the call used, and what it cost. */
export function UsagePanel({ detail: { usage, row, currency } }: CallPartProps): JSX.Element {
  if (usage === null) return <Empty title="The recording does not say what the call used." />;
  return (
    <div class="usage">
      {row.cost !== null && (
        <p class="total">
          <span class="total-figure">{formatCost(row.cost)}</span> {currency}
        </p>
      )}
      <table class="plain-table">
        <caption class="visually-hidden">Usage</caption>
        <tbody>
          {flatten(usage).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('_', ' ').replaceAll('.', ' › ')}</th>
              <td>{/^-?\d+(?:\.\d+)?$/u.test(value) ? formatNumber(Number(value)) : value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
