import type { CurrentAccount } from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { uploadFaults } from '@refugia/contract/upload.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { callApi, session } from '../../../lib/session.ts';
import { currentAccountPath } from '../../../lib/session-store.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { FileChooser } from '../../../ui/files/file-chooser.tsx';
import { shownPercent } from '../../../ui/files/upload-texts.ts';
import { Form } from '../../../ui/forms/form.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { showFailure, showToast } from '../../../ui/overlays/toast.tsx';
import styles from './crop-stage.module.css';
import { type Crop, maxZoom, moveBy, roundCrop, startCrop, zoomOf, zoomTo } from './photo-crop.ts';
import { shrinkPhoto } from './shrink-photo.ts';

const { photoMaxBytes, photoMaxPixels, photoChoiceMaxBytes } = limits.account;
const notAPicture =
  'This file can not be read as a picture. Please choose a JPEG, PNG or WebP file.';

interface Chosen {
  /** The picture as it is sent: the file itself, or a smaller copy. */
  sent: File;
  picture: ImageBitmap;
  crop: Crop;
}

/** Reads a photo, and shrinks it where a camera made a larger file than the server needs. */
async function readPhoto(file: File): Promise<Pick<Chosen, 'sent' | 'picture'>> {
  const picture = await createImageBitmap(file);
  const isSmall = picture.width * picture.height <= photoMaxPixels;
  if (file.size <= photoMaxBytes && isSmall) return { sent: file, picture };
  try {
    const sent = await shrinkPhoto(picture, file.name, photoMaxBytes);
    return { sent, picture: await createImageBitmap(sent) };
  } finally {
    picture.close();
  }
}

function formOf({ sent, crop, picture }: Chosen): FormData {
  const { x, y, size } = roundCrop(crop, picture);
  const form = new FormData();
  // These fields stand before the file, because the server reads the form as it arrives.
  form.append('cropX', String(x));
  form.append('cropY', String(y));
  form.append('cropSize', String(size));
  form.append('file', sent);
  return form;
}

/** Chooses a photo, shows which part of it is kept, and sends it. */
export function PhotoDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [faults, setFaults] = useState<string[]>([]);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const latest = useRef<File | null>(null);
  const task = useRef<AbortController | null>(null);
  useEffect(() => () => task.current?.abort(), []);
  useEffect(() => () => chosen?.picture.close(), [chosen?.picture]);

  async function choose(next: File | null): Promise<void> {
    latest.current = next;
    setFile(next);
    setChosen(null);
    const known =
      next === null ? [] : uploadFaults(next, { type: 'picture', maxBytes: photoChoiceMaxBytes });
    setFaults(known);
    if (next === null || known.length > 0) return;
    try {
      const read = await readPhoto(next);
      // Another file may have been chosen while this one was read.
      if (latest.current === next) setChosen({ ...read, crop: startCrop(read.picture) });
      else read.picture.close();
    } catch {
      if (latest.current === next) setFaults([notAPicture]);
    }
  }

  async function upload(): Promise<void> {
    if (share !== null || faults.length > 0) return;
    if (file === null || chosen === null) {
      showToast('error', messages.profile.noFileSelected);
      return;
    }
    const body = formOf(chosen);
    task.current = new AbortController();
    const { signal } = task.current;
    setShare(0);
    try {
      const account = await callApi<CurrentAccount>(currentAccountPath, {
        method: 'POST',
        query: { username },
        body,
        onProgress: setShare,
        signal,
      });
      session.replaceAccount(account);
      onClose();
    } catch (error) {
      if (signal.aborted) return;
      setShare(null);
      showFailure(error);
    }
  }

  return (
    <Modal title="Your photo" onClose={onClose}>
      <Form onSubmit={() => void upload()}>
        <FileChooser
          label="Photo"
          type="picture"
          maxBytes={photoChoiceMaxBytes}
          file={file}
          faults={faults}
          isDisabled={share !== null}
          onChoose={(next) => void choose(next)}
        />
        {chosen !== null && (
          <CropFields chosen={chosen} onChange={(crop) => setChosen({ ...chosen, crop })} />
        )}
        <Button type="submit" wide isDisabled={faults.length > 0 || share !== null}>
          {share === null ? 'Upload' : `${shownPercent(share)}%`}
        </Button>
      </Form>
    </Modal>
  );
}

interface CropFieldsProps {
  chosen: Chosen;
  onChange: (crop: Crop) => void;
}

function CropFields({ chosen: { picture, crop }, onChange }: CropFieldsProps) {
  return (
    <>
      <CropStage picture={picture} crop={crop} onChange={onChange} />
      <Slider
        label="Zoom"
        minValue={1}
        maxValue={maxZoom(picture)}
        step={0.05}
        value={zoomOf(crop, picture)}
        isDisabled={maxZoom(picture) === 1}
        format={(zoom) => `${zoom.toFixed(1)} ×`}
        onChange={(zoom) => onChange(zoomTo(crop, picture, zoom))}
      />
    </>
  );
}

/** The canvas in its own pixels. The style sheet scales it to the room there is. */
const canvasSize = 512;
/** The share of the square's side by which one press of an arrow key moves the picture. */
const keyStep = 0.05;

const arrowKeys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface CropStageProps {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}

/** Shows the square that is kept, with the circle that profiles show of it. It is dragged into place. */
function CropStage({ picture, crop, onChange }: CropStageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.clearRect(0, 0, canvasSize, canvasSize);
    const { x, y, size } = crop;
    context.drawImage(picture, x, y, size, size, 0, 0, canvasSize, canvasSize);
  }, [picture, crop]);

  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (held.current === null) return;
    // One pixel of the screen stands for this many pixels of the picture, which thus follows the
    // pointer.
    const scale = crop.size / event.currentTarget.clientWidth;
    const dx = (held.current.x - event.clientX) * scale;
    const dy = (held.current.y - event.clientY) * scale;
    held.current = { x: event.clientX, y: event.clientY };
    onChange(moveBy(crop, picture, dx, dy));
  }

  function pressKey(event: KeyboardEvent): void {
    const direction = arrowKeys[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const [x, y] = direction;
    onChange(moveBy(crop, picture, x * keyStep * crop.size, y * keyStep * crop.size));
  }

  return (
    <div
      className={styles.stage}
      role="application"
      aria-label="The part of the photo that is kept. Arrow keys move it."
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
      tabIndex={0}
      onKeyDown={pressKey}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        held.current = null;
      }}
      onPointerCancel={() => {
        held.current = null;
      }}
    >
      <canvas ref={canvas} width={canvasSize} height={canvasSize} />
    </div>
  );
}
