import type { JSX } from 'preact';
import { HELP } from '../logic/keys.ts';
import { Dialog } from '../parts/Dialog.tsx';

/** Lists the keys. */
export function HelpDialog({ close }: { readonly close: () => void }): JSX.Element {
  return (
    <Dialog title="Keyboard shortcuts" close={close}>
      <div class="help">
        {HELP.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([pressed, what]) => (
                <div key={pressed}>
                  <dt>
                    {pressed.split(' ').map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
