import { MapPinOff } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../lib/document-title.ts';
import { withNext } from '../../../lib/next-address.ts';
import { withoutParameters } from '../../../lib/parameters.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { mapAddress } from '../calls/maps.ts';
import type { MapEntry } from '../map-client/map-client.ts';
import { useMapClient } from '../map-client/use-map-client.ts';
import { OpenMapProvider } from '../workspace/open-map.ts';
import styles from './map-screen.module.css';
import { MapWorkspace } from './map-workspace.tsx';

const UnsentEdits = latePart(async () => (await import('./unsent-edits.tsx')).UnsentEdits);

/** A person who may not see the map is sent to the site's root, where a dialog says why. */
export function MapScreen() {
  const { mapId, ...secrets } = useMapAddress();
  return mapId === null ? (
    <Navigate to="/apps/collaborativemapper/dashboard" replace />
  ) : (
    <OpenScreen key={mapId} mapId={mapId} {...secrets} />
  );
}

function OpenScreen(entry: MapEntry) {
  const { client, state } = useMapClient(entry);
  useDocumentTitle(state.phase === 'open' ? state.map.name : 'Map');
  useEffect(() => {
    if (state.phase !== 'open') return;
    const { connection, pending, unkeptEdits } = state;
    // The browser keeps what waits here, but a person who leaves should know of it.
    if (unkeptEdits === 0 && (connection !== 'lost' || pending.length === 0)) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state]);
  switch (state.phase) {
    case 'opening':
      return (
        <div className={styles.waiting}>
          <Spinner size="lg" label="Opening the map" />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.waiting}>
          <EmptyState
            icon={MapPinOff}
            title="The map could not be opened"
            actions={<Button onPress={() => void client.open()}>Try again</Button>}
          >
            The server did not answer. Edits that you made here earlier are kept by this browser.
          </EmptyState>
        </div>
      );
    case 'refused':
      return state.unsent.length > 0 ? (
        <div className={styles.waiting}>
          <UnsentEdits edits={state.unsent} onDiscard={(id) => void client.edits.discard(id)} />
        </div>
      ) : (
        <Navigate to={withNext('/?modal=private-map', mapAddress(entry.mapId))} replace />
      );
    case 'open':
      return (
        <OpenMapProvider value={{ client, state }}>
          <MapWorkspace />
        </OpenMapProvider>
      );
  }
}

/** What the links of a map bring: its token, which makes an editor, and the key of a view-only link. */
const secrets = ['token', 'key'] as const;

const keptSecret = (secret: (typeof secrets)[number], mapId: number) =>
  storedText('localStorage', `map-${secret}-${mapId}`);

/** The map that the address names, with its token and key: from the address, or kept from earlier. */
function useMapAddress() {
  const [parameters, setParameters] = useSearchParams();
  const mapId = readMapId(parameters);
  const isBrought = secrets.some((secret) => parameters.has(secret));
  const [arrived] = useState(() => secrets.map((secret) => parameters.get(secret)));
  useEffect(() => {
    if (!isBrought) return;
    for (const secret of secrets) {
      const brought = parameters.get(secret);
      if (mapId !== null && brought) keptSecret(secret, mapId).write(brought);
    }
    // Token and key must not stay in histories and screenshots.
    setParameters((current) => withoutParameters(current, secrets), { replace: true });
  }, [isBrought, parameters, mapId, setParameters]);
  const [mapToken, viewKey] = useMemo(
    () =>
      secrets.map((secret, index) =>
        mapId === null ? null : (arrived[index] ?? keptSecret(secret, mapId).read()),
      ),
    [mapId, arrived],
  );
  return { mapId, mapToken, viewKey };
}

function readMapId(parameters: URLSearchParams): number | null {
  const text = parameters.get('id') ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
