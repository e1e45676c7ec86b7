import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './tabs.module.css';

export interface TabItem<Id extends string = string> {
  id: Id;
  label: string;
  isDisabled?: boolean;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  /** The name of the row of tabs for screen readers. */
  label: string;
  tabs: readonly TabItem<Id>[];
  /** The open tab. Without it the first tab is open, and the component keeps the state. */
  selected?: Id;
  onSelect?: (id: Id) => void;
}

/**
 * Several panels of which one is visible, by the ARIA Authoring Practices. The row of tabs is one
 * stop of the Tab key, and arrow keys, Home and End open the tabs. React Aria's own tabs would add
 * their collections, 15 kB, to every map.
 */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const [own, setOwn] = useState<Id>();
  const row = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const openId = selected ?? own ?? tabs.find(({ isDisabled }) => !isDisabled)?.id;
  const open = tabs.find(({ id }) => id === openId);
  const select = (id: Id) => {
    setOwn(id);
    if (id !== openId) onSelect?.(id);
  };
  // A key starts from the tab that has the focus, because the open tab may follow later with the
  // address.
  const onKeyDown = (event: KeyboardEvent, from: Id) => {
    const enabled = tabs.filter(({ isDisabled }) => !isDisabled);
    const place = enabled.findIndex(({ id }) => id === from);
    const to = nextPlace(event.key, place, enabled.length);
    if (to === null) return;
    const next = enabled[to];
    event.preventDefault();
    select(next.id);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${prefix}-${next.id}`)}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div ref={row} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map(({ id, label: name, isDisabled = false }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${prefix}-${id}`}
            aria-selected={id === openId}
            aria-controls={id === openId ? `${prefix}-panel` : undefined}
            tabIndex={id === openId ? 0 : -1}
            disabled={isDisabled}
            className={styles.tab}
            onClick={() => select(id)}
            onKeyDown={(event) => onKeyDown(event, id)}
          >
            {name}
          </button>
        ))}
      </div>
      {open && (
        <TabPanel key={open.id} id={`${prefix}-panel`} labelledBy={`${prefix}-${open.id}`}>
          {open.content}
        </TabPanel>
      )}
    </div>
  );
}

/** The tab to which a key leads from another one of `count` tabs, or null for other keys. */
function nextPlace(key: string, place: number, count: number): number | null {
  const places: Readonly<Record<string, number>> = {
    ArrowRight: (place + 1) % count,
    ArrowLeft: (place - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key] ?? null;
}

const tabbable = 'a[href], button, input, select, textarea, [tabindex="0"]';

interface TabPanelProps {
  id: string;
  labelledBy: string;
  children: ReactNode;
}

/** The panel of a tab: a stop of the Tab key, for scrolling, if it contains none. */
function TabPanel({ id, labelledBy, children }: TabPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const read = () => setIsStop(panel.current?.querySelector(tabbable) === null);
    read();
    const observer = new MutationObserver(read);
    observer.observe(panel.current!, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={panel}
      role="tabpanel"
      id={id}
      aria-labelledby={labelledBy}
      tabIndex={isStop ? 0 : undefined}
      className={styles.panel}
    >
      {children}
    </div>
  );
}
