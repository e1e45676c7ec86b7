import type { RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { failureText } from '../../../lib/api-errors.ts';
import { useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { copyText } from '../../../ui/overlays/copy-text.ts';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { createKey, fetchKey, revokeKey } from '../patrol/result-api.ts';
import styles from './connection-key.module.css';

interface ConnectionKeyModalProps {
  result: RunResult;
  onClose: () => void;
}

const layerNames = { before: 'Before image', after: 'After image', change: 'Change image' };

/** Makes, shows and revokes the addresses by which a GIS opens a run's pictures. */
export function ConnectionKeyModal({ result, onClose }: ConnectionKeyModalProps) {
  const { id: runId } = result;
  const queries = useQueryClient();
  const queryKey = ['changedetection', 'key', personOf(useSession()), runId];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchKey(runId, signal),
  });
  const isOthers = data === 'not yours';
  const connection = isOthers ? undefined : data;
  const failure = 'The connection key could not be changed. Please try again.';
  const create = useAction({
    act: () => createKey(runId),
    failure,
    onDone: (next) => queries.setQueryData(queryKey, next),
  });
  const revoke = useAction({
    act: () => revokeKey(runId),
    failure,
    done: 'The connection key no longer works.',
    onDone: () => queries.setQueryData(queryKey, null),
  });
  return (
    <Modal
      title="Open in QGIS"
      size="wide"
      onClose={onClose}
      footer={
        connection ? (
          <>
            <Button
              kind="secondary"
              tone="danger"
              isPending={revoke.isPending}
              onPress={() => revoke.mutate()}
            >
              Revoke the key
            </Button>
            <Button onPress={onClose}>Done</Button>
          </>
        ) : (
          connection === null && (
            <Button isPending={create.isPending} onPress={() => create.mutate()}>
              Create a connection key
            </Button>
          )
        )
      }
    >
      <Text tone="soft">
        {isOthers
          ? "These addresses open this result's pictures in QGIS or any other GIS. They hold the link that you were given: whoever has one can open the result. The person who ran the analysis can make addresses that don't."
          : "A connection key opens this result's pictures in QGIS or any other GIS, without an account. Whoever has the addresses can see the pictures, until you revoke the key."}
      </Text>
      {error !== null && (
        <Notice type="error">
          {failureText(
            error,
            'The connection key could not be loaded. Please close this window and try again.',
          )}
        </Notice>
      )}
      {data === undefined && error === null && <Spinner label="Loading the key" showLabel />}
      {isOthers && <Addresses layers={sharedLayers(result)} />}
      {connection && <Addresses layers={connection.layers} />}
    </Modal>
  );
}

interface LayerAddresses {
  readonly layer: RunLayer;
  readonly xyz: string;
  readonly tilejson?: string;
}

/** The addresses of the layers by the run's own id, which everyone who sees the result knows. */
function sharedLayers({ beforeImg, afterImg, changeImg }: RunResult): LayerAddresses[] {
  const templates: readonly [RunLayer, string][] = [
    ['before', beforeImg],
    ['after', afterImg],
    ['change', changeImg],
  ];
  return templates.map(([layer, template]) => ({
    layer,
    xyz: `${window.location.origin}${template}`,
  }));
}

function Addresses({ layers }: { layers: readonly LayerAddresses[] }) {
  return (
    <>
      <List kind="numbered">
        <ListItem>In QGIS, open the Browser panel and right-click “XYZ Tiles”.</ListItem>
        <ListItem>Choose “New Connection …” and paste one of the XYZ addresses below.</ListItem>
        <ListItem>Press OK, and double-click the new entry to add it to your map.</ListItem>
      </List>
      <div className={utilities.stack}>
        {layers.map(({ layer, xyz, tilejson }) => (
          <section key={layer} className={styles.layer} aria-label={layerNames[layer]}>
            <Text number={2}>{layerNames[layer]}</Text>
            <Address name="XYZ" of={layerNames[layer]} value={xyz} />
            {tilejson !== undefined && (
              <Address name="TileJSON" of={layerNames[layer]} value={tilejson} />
            )}
          </section>
        ))}
      </div>
    </>
  );
}

function Address({ name, of, value }: { name: string; of: string; value: string }) {
  return (
    <div className={styles.address}>
      <span className={styles.name}>{name}</span>
      <code className={styles.value}>{value}</code>
      <IconButton
        icon={Copy}
        label={`Copy the ${name} address of the ${of}`}
        onPress={() => void copyText(value, 'Address copied.')}
      />
    </div>
  );
}
