import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { backgroundRgb } from '@refugia/contract/value-mapper/calls.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { RasterFile, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import {
  ArrowDown,
  ArrowUp,
  ChartSpline,
  Download,
  Eye,
  EyeOff,
  Info,
  LocateFixed,
  RotateCw,
  Trash2,
  TriangleAlert,
  Upload,
} from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import { useStore } from '../../../lib/store.ts';
import { TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TooltipText } from '../../../ui/actions/tooltip.tsx';
import { EditableText } from '../../../ui/forms/editable-text.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { showFailure } from '../calls/failure.ts';
import { downloadFile } from '../calls/raster-calls.ts';
import {
  hasFailedValidation,
  isShowable,
  isValuable,
  isWhole,
  type MapLayer,
  unfinishedValued,
} from '../state/map-layer.ts';
import { useUnfinishedUploads } from '../upload/unfinished-uploads.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';
import styles from './data-section.module.css';
import { LayerLegend } from './layer-legend.tsx';
import { OpacitySlider } from './opacity-slider.tsx';

interface LayerRowProps {
  entry: MapLayer;
  /** The number of the project's layers. */
  count: number;
}

/** The row of one data layer, with all its actions. */
export function LayerRow({ entry, count }: LayerRowProps) {
  const { store } = useWorkspace();
  const { layer } = entry;
  return (
    <li className={styles.layer} aria-label={layer.label}>
      <div className={styles.head}>
        {hasFailedValidation(entry) && (
          <span className={styles.warning}>
            <TooltipText
              text={messages.valueMapper.layerNotValidated.replace('{label}', layer.label)}
            >
              <Icon of={TriangleAlert} size="sm" />
            </TooltipText>
          </span>
        )}
        <div className={styles.label}>
          <EditableText
            label={`label of ${layer.label}`}
            isTitle
            value={layer.label}
            maxLength={limits.valueMapper.labelMaxLength}
            validate={(label) => (label === '' ? messages.required : undefined)}
            onSave={(label) => store.rename(layer.id, { label })}
          />
        </div>
      </div>
      {entry.raster === null && <MissingFile layerId={layer.id} />}
      <Unfinished entry={entry} />
      <LayerActions entry={entry} count={count} />
      {isShowable(entry) && (
        <>
          <OpacitySlider layer={layer} />
          {layer.is_visible && <LayerLegend entry={entry} />}
        </>
      )}
    </li>
  );
}

/** The actions are one stop of the Tab key, and arrow keys move among them. */
function LayerActions({ entry, count }: LayerRowProps) {
  const { store, find, tasks } = useWorkspace();
  const { begin } = tasks;
  const { layer, raster } = entry;
  const { id, label } = layer;
  const box = raster?.bounding_box ?? null;
  const canShow = isShowable(entry);
  return (
    <Toolbar className={styles.actions} aria-label={`Actions of ${label}`}>
      <IconButton
        tip
        icon={layer.is_visible ? Eye : EyeOff}
        label={layer.is_visible ? `Hide ${label}` : `Show ${label}`}
        onPress={() => void store.toggleVisible(id)}
      />
      <IconButton
        tip
        icon={
          <span
            className={styles.swatch}
            style={{ background: hexOfColour(backgroundRgb[layer.img_background_color]) }}
          />
        }
        label={`Background color of ${label}: ${layer.img_background_color}`}
        onPress={() => void store.cycleColour(id)}
      />
      <IconButton
        tip
        icon={LocateFixed}
        label={`Find ${label}`}
        isDisabled={box === null}
        onPress={() => box && find(box)}
      />
      <IconButton
        tip
        icon={Info}
        label={`Metadata of ${label}`}
        isDisabled={raster === null}
        onPress={() => begin({ kind: 'metadata', layerId: id })}
      />
      <IconButton
        tip
        icon={ChartSpline}
        label={`Valuation curve of ${label}`}
        isDisabled={!isValuable(entry)}
        onPress={() => begin({ kind: 'valuation', layerId: id })}
      />
      {raster !== null && (
        <DownloadMenu
          raster={raster}
          label={label}
          hasValued={isWhole(entry.valued)}
          isProcessed={canShow}
        />
      )}
      <MoveButtons entry={entry} count={count} />
      <IconButton
        tip
        icon={Trash2}
        label={`Delete ${label}`}
        onPress={() => begin({ kind: 'delete-layer', layerId: id })}
      />
    </Toolbar>
  );
}

function MoveButtons({ entry: { layer }, count }: LayerRowProps) {
  const { store } = useWorkspace();
  const { id, label, position } = layer;
  const place = store.getState().layers.findIndex((each) => each.layer.id === id);
  if (count < 2) return null;
  return (
    <>
      <IconButton
        tip
        icon={ArrowUp}
        label={`Move ${label} up`}
        isDisabled={place === count - 1}
        onPress={() => void store.move(id, position + 1)}
      />
      <IconButton
        tip
        icon={ArrowDown}
        label={`Move ${label} down`}
        isDisabled={place === 0}
        onPress={() => void store.move(id, position - 1)}
      />
    </>
  );
}

/** Says what is under way or has failed, and offers a way to go on. */
function Unfinished({ entry }: { entry: MapLayer }) {
  const { begin } = useWorkspace().tasks;
  const { layer, raster, valued } = entry;
  if (raster !== null && raster.processing.state !== 'done') {
    return (
      <Going
        text={raster.processing.reason ?? 'The raster is being processed.'}
        hasFailed={raster.processing.state === 'failed'}
        onPress={() => begin({ kind: 'process-raster', layerId: layer.id })}
      />
    );
  }
  const building = unfinishedValued(valued)?.processing;
  if (building !== undefined) {
    return (
      <Going
        text={building.error ?? 'The valued raster is being built.'}
        hasFailed={building.state === 'failed'}
        onPress={() => begin({ kind: 'process-valued', layerId: layer.id, settings: null })}
      />
    );
  }
  return null;
}

interface GoingProps {
  text: string;
  hasFailed: boolean;
  onPress: () => void;
}

function Going({ text, hasFailed, onPress }: GoingProps) {
  return (
    <div>
      <SideNote>{text}</SideNote>
      <TextButton icon={RotateCw} onPress={onPress}>
        {hasFailed ? 'Try again' : 'Show progress'}
      </TextButton>
    </div>
  );
}

/** Offers to upload the file of a layer without a raster, unless its upload can go on. */
function MissingFile({ layerId }: { layerId: number }) {
  const { tasks } = useWorkspace();
  const uploads = useUnfinishedUploads();
  const isUploading = useStore(tasks)?.kind === 'upload';
  if (isUploading || uploads.some(({ target }) => target === String(layerId))) return null;
  return (
    <div>
      <SideNote>This layer has no raster yet.</SideNote>
      <TextButton icon={Upload} onPress={() => tasks.begin({ kind: 'upload', layerId })}>
        Upload its file
      </TextButton>
    </div>
  );
}

const originals: readonly (readonly [RasterFile, string])[] = [
  ['cog', 'Cloud Optimized GeoTIFF'],
  ['picture', 'Picture (PNG)'],
  ['world-file', 'World file of the picture'],
];
const valuedOnes: readonly (readonly [RasterFile, string])[] = [
  ['valued-cog', 'Valued GeoTIFF'],
  ['valued-picture', 'Valued picture (PNG)'],
  ['valued-world-file', 'World file of the valued picture'],
];

interface DownloadMenuProps {
  raster: ValueRaster;
  label: string;
  hasValued: boolean;
  /** Whether files were made from the upload. */
  isProcessed: boolean;
}

function DownloadMenu({ raster, label, hasValued, isProcessed }: DownloadMenuProps) {
  const files = [
    ['original', raster.data_file_name] as const,
    ...(isProcessed ? originals : []),
    ...(hasValued ? valuedOnes : []),
  ];
  return (
    <Popover title="Download" trigger={<IconButton icon={Download} label={`Download ${label}`} />}>
      <ul className={styles.files}>
        {files.map(([file, name]) => (
          <li key={file}>
            <TextButton
              onPress={() => {
                downloadFile(raster.id, file).catch((error) =>
                  showFailure(valueMapperErrorLabels.postDownload, error),
                );
              }}
            >
              {name}
            </TextButton>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
