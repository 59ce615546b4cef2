import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CallSteps } from '../../../protocol.ts';
import { layoutGraph, NODE_HEIGHT, NODE_WIDTH, type GraphLink } from '../../logic/graph.ts';

export interface GraphViewProps {
  readonly graph: CallSteps['graph'];
  /** The edge on which the event came. */
  readonly edge: string | null;
  readonly deciders: ReadonlySet<string>;
}

/** The session as a graph, with the edge of the step and those who decided lit. */
export function GraphView({ graph, edge, deciders }: GraphViewProps): JSX.Element | null {
  const picture = useMemo(() => layoutGraph(graph), [graph]);
  if (graph.length === 0) return null;
  const isLit = (name: string): boolean => name === edge;
  const sorted = picture.links.toSorted((one, other) => Number(isLit(one.edge)) - Number(isLit(other.edge)));
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={edge === null ? 'The session as a graph' : `The session as a graph; the event came on ${edge}`}
    >
      <defs>
        {['arrow', 'arrow-lit'].map((id) => (
          <marker
            key={id}
            id={id}
            class={id}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0.8L7 4L0 7.2Z" />
          </marker>
        ))}
      </defs>
      <Links links={sorted} isLit={isLit} />
      {picture.nodes.map(({ name, x, y }) => (
        <g key={name} class={deciders.has(name) ? 'node lit' : 'node'}>
          <rect x={x} y={y} width={NODE_WIDTH} height={NODE_HEIGHT} rx={6} />
          <text x={x + NODE_WIDTH / 2} y={y + NODE_HEIGHT / 2 + 4}>
            {name}
          </text>
        </g>
      ))}
      <Labels links={sorted} isLit={isLit} />
    </svg>
  );
}

interface LinksProps {
  /** The lit ones last, so that they are above the others. */
  readonly links: readonly GraphLink[];
  readonly isLit: (edge: string) => boolean;
}

function Links({ links, isLit }: LinksProps): JSX.Element {
  return (
    <>
      {links.map(({ edge: name, from, to, path }) => (
        <path
          key={`${name} ${from} ${to}`}
          class={isLit(name) ? 'link lit' : 'link'}
          d={path}
          marker-end={isLit(name) ? 'url(#arrow-lit)' : 'url(#arrow)'}
        >
          <title>{`${name}: ${from} to ${to}`}</title>
        </path>
      ))}
    </>
  );
}

/** The name of the edge that is lit. */
function Labels({ links, isLit }: LinksProps): JSX.Element {
  return (
    <>
      {links.map(({ edge: name, from, to, label }) =>
        label === null || !isLit(name) ? null : (
          <text key={`${name} ${from} ${to}`} class="link-label" x={label.x} y={label.y}>
            {name}
          </text>
        ),
      )}
    </>
  );
}
