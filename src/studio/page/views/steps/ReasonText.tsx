import type { JSX } from 'preact';
import type { Reason } from '../../../../core/reason.ts';
import { splitNumbers } from '../../logic/emphasis.ts';
import { nameOfDecider } from '../../logic/phases.ts';
import { DocsLink } from '../../parts/DocsLink.tsx';

/** A reason as a sentence with its numbers emphasised, who gave it, and the rule. */
export function ReasonText({ reason: { by, rule, text } }: { readonly reason: Reason }): JSX.Element {
  return (
    <p class="reason">
      {splitNumbers(text).map(({ text: part, isNumber }, index) =>
        isNumber ? (
          <strong key={index} class="number">
            {part}
          </strong>
        ) : (
          part
        ),
      )}
      <span class="reason-source">
        <span class="decider">{nameOfDecider(by)}</span>
        <DocsLink place={rule}>Rule</DocsLink>
      </span>
    </p>
  );
}
