import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallSteps } from '../../../protocol.ts';
import type { ExplainedStep, FloorPhases } from '../../../../replay/explain.ts';
import { formatClock, formatCode } from '../../logic/format.ts';
import { comparePhases, nameOfDecider } from '../../logic/phases.ts';
import { Icon } from '../../parts/Icon.tsx';
import { valueOf } from '../../state/loadable.ts';
import type { CallStore } from '../../state/callStore.ts';
import { GraphView } from './GraphView.tsx';
import { ReasonText } from './ReasonText.tsx';

/** What happened in a step, what it decided and why, and what it left undone. */
export function StepDetails({ store }: { readonly store: CallStore }): JSX.Element | null {
  useEffect(() => store.steps.need(), [store]);
  const loaded = valueOf(store.steps.current.value);
  const step = loaded?.steps[store.step.value];
  if (loaded === null || step === undefined) return null;
  return <Details loaded={loaded} step={step} before={loaded.steps[step.step - 1]?.after ?? null} />;
}

interface DetailsProps {
  readonly loaded: CallSteps;
  readonly step: ExplainedStep;
  readonly before: FloorPhases | null;
}

function Details({ loaded, step, before }: DetailsProps): JSX.Element {
  const deciders = new Set(
    [...step.decisions.map(({ reason }) => reason.by), ...step.waits.map(({ by }) => by)].map(nameOfDecider),
  );
  return (
    <div class="step-details">
      <h2 class="step-title" aria-live="polite">
        <span class="tabular">{formatClock(step.atMs)}</span> {step.event}
        {step.edge !== null && <span class="chip">{step.edge}</span>}
      </h2>
      <div class="step-columns" role="group" aria-label="Step" tabIndex={0}>
        <Decisions step={step} />
        <Phases before={before} after={step.after} />
      </div>
      <GraphView graph={loaded.graph} edge={step.edge} deciders={deciders} />
    </div>
  );
}

function Decisions({ step: { decisions, waits } }: { readonly step: ExplainedStep }): JSX.Element {
  return (
    <section class="decisions" aria-label="Decisions">
      <h3>Decided</h3>
      {decisions.length === 0 && <p class="hint">Nothing was decided.</p>}
      <ul>
        {decisions.map(({ kind, text, reason }, index) => (
          <li key={index} class="decision">
            <p>
              <span class="chip kind">{formatCode(kind)}</span> {text}
            </p>
            <ReasonText reason={reason} />
          </li>
        ))}
      </ul>
      {waits.length > 0 && (
        <>
          <h3>Not done, and why</h3>
          <ul>
            {waits.map((reason, index) => (
              <li key={index} class="wait">
                <ReasonText reason={reason} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Phases({ before, after }: { readonly before: FloorPhases | null; readonly after: FloorPhases }): JSX.Element {
  return (
    <section class="phases" aria-label="Floor">
      <h3>Floor</h3>
      <table class="plain-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Phase</span>
            </th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {comparePhases(before, after).map(({ name, before: was, after: is, isChanged }) => (
            <tr key={name} data-changed={isChanged}>
              <th scope="row">{name}</th>
              <td>{was}</td>
              <td>
                {isChanged && (
                  <>
                    <Icon name="next" />
                    <span class="visually-hidden">changed: </span>
                  </>
                )}
                {is}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
