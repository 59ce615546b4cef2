import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './Icon.tsx';

export interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

/** Shows a dialog above the page, which has the focus until it is closed. */
export function Dialog({ title, close, children }: DialogProps): JSX.Element {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const closeOutside = ({ target }: Event): void => {
    if (target === ref.current) close();
  };
  return (
    <dialog ref={ref} class="dialog" aria-labelledby="dialog-title" onClose={close} onClick={closeOutside}>
      <header>
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
