import type { JSX } from 'preact';
import { DocsLink } from '../../parts/DocsLink.tsx';
import { Empty } from '../../parts/states.tsx';
import type { CallPartProps } from './CallHeader.tsx';
import { MomentButton } from './MomentButton.tsx';

/** What failed, with links to the documentation. */
export function FailuresPanel({ store, detail: { failures } }: CallPartProps): JSX.Element {
  if (failures.length === 0) return <Empty title="Nothing failed." />;
  return (
    <ol class="cards">
      {failures.map(({ atMs, code, message, docs }, index) => (
        <li key={index} class="card failed">
          <header>
            <MomentButton store={store} atMs={atMs} />
            <code>{code}</code>
          </header>
          <p>{message}</p>
          <DocsLink place={docs}>What this means</DocsLink>
        </li>
      ))}
    </ol>
  );
}
