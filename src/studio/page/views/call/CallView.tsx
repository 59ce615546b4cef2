import { effect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CallDetail } from '../../../protocol.ts';
import type { CallRoute } from '../../logic/route.ts';
import { Failure, Loaded } from '../../parts/states.tsx';
import { createCallStore, type CallStore } from '../../state/callStore.ts';
import { rewrite } from '../../state/router.ts';
import { Overview } from '../../timeline/Overview.tsx';
import { CallHeader } from './CallHeader.tsx';
import { listenToKeys } from './callKeys.ts';
import { Panel } from './Panel.tsx';
import { Stage } from './Stage.tsx';
import { TabBar } from './TabBar.tsx';
import { Transport } from './Transport.tsx';

/** Time of rest after which the address tells where the user is, in ms. Writing it takes as long as a frame. */
const WRITTEN_MS = 250;

/** A recorded call: its timeline, and what was said, decided and paid. */
export function CallView({ route }: { readonly route: CallRoute }): JSX.Element {
  const store = useMemo(() => createCallStore(route), [route.id]);
  useEffect(() => {
    const stops = [writeAddress(store), listenToKeys(store), store.dispose];
    return () => {
      for (const stop of stops) stop();
    };
  }, [store]);
  useEffect(() => follow(store, route), [route]);
  return (
    <main class="call" data-tab={store.tab.value}>
      <Loaded loadable={store.detail.current.value} what="Loading the call …" retry={store.detail.reload}>
        {(detail) => <LoadedCall store={store} detail={detail} />}
      </Loaded>
    </main>
  );
}

function LoadedCall({ store, detail }: { readonly store: CallStore; readonly detail: CallDetail }): JSX.Element {
  const partsFailure = store.partsFailure.value;
  return (
    <>
      <CallHeader store={store} detail={detail} />
      {partsFailure !== null && <Failure error={partsFailure} />}
      <Overview store={store} timeline={detail.timeline} failures={detail.failures.map(({ atMs }) => atMs)} />
      <TabBar store={store} detail={detail} />
      <div class="call-body">
        <Stage store={store} detail={detail} />
        <Panel store={store} detail={detail} />
      </div>
      <Transport store={store} detail={detail} />
    </>
  );
}

/** Goes where the address leads, if it was changed by hand or by Back. */
function follow(store: CallStore, route: CallRoute): void {
  store.tab.value = route.tab;
  if (route.fromMs !== null && route.toMs !== null) store.show({ fromMs: route.fromMs, toMs: route.toMs });
  if (Math.abs(store.cursorMs.peek() - route.atMs) > 1 && store.detail.current.peek().state === 'ready')
    store.moveTo(route.atMs);
}

/** Keeps the address up to date, so that it is a link to this moment. */
function writeAddress(store: CallStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    void [store.cursorMs.value, store.shown.value, store.tab.value, store.callMs.value];
    if (store.detail.current.value.state !== 'ready') return;
    clearTimeout(timer);
    timer = setTimeout(() => rewrite(store.route()), WRITTEN_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
