import type { JSX } from 'preact';
import { formatCost } from '../../logic/format.ts';
import { listUsage } from '../../logic/listUsage.ts';
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
      {listUsage(usage).map(({ title, figures }) => (
        <table key={title} class="plain-table">
          <caption>{title}</caption>
          <tbody>
            {figures.map(([name, figure]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{figure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
