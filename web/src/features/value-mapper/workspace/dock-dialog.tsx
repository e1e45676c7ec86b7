import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import mapFrame from '../../../map/map-frame.module.css';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useWorkspace } from './use-workspace.ts';

interface DockDialogProps {
  label: string;
  title: string;
  subtitle?: string;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog beside the map, which previews what is chosen in it. */
export function DockDialog({ label, onClose, children, ...panel }: DockDialogProps) {
  const frame = useRef<HTMLDivElement>(null);
  useFocusInside(frame);
  return (
    <div
      ref={frame}
      role="dialog"
      data-undoing
      aria-label={label}
      className={mapFrame.filling}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <Panel {...panel}>{children}</Panel>
    </div>
  );
}

/** Moves the focus into the dialog, and back to its former place when the dialog closes. */
function useFocusInside(frame: RefObject<HTMLElement | null>): void {
  const { tasks } = useWorkspace();
  useEffect(() => {
    frame.current?.focus();
    const giveBack = () => {
      const active = document.activeElement;
      // A lost focus may have landed elsewhere meanwhile.
      const before = tasks.opener;
      const isLost = active === document.body || active?.matches('main, [data-landing]') === true;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
    return () => {
      giveBack();
      requestAnimationFrame(giveBack);
    };
  }, [frame, tasks]);
}
