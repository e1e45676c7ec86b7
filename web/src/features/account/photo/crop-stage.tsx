import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import styles from './crop-stage.module.css';
import { type Crop, moveBy } from './photo-crop.ts';

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
export function CropStage({ picture, crop, onChange }: CropStageProps) {
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
