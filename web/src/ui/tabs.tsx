import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components';
import styles from './tabs.module.css';

export interface TabItem<Id extends string = string> {
  id: Id;
  label: string;
  isDisabled?: boolean;
  content: ReactNode;
}

interface TabsProps<Id extends string> {
  /** Names the row of tabs to screen readers. */
  label: string;
  tabs: readonly TabItem<Id>[];
  /** The open tab. Without it, the first tab is open and the component keeps the state itself. */
  selected?: Id;
  onSelect?: (id: Id) => void;
}

/** Several panels of which one is visible. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      className={styles.tabs!}
      selectedKey={selected}
      onSelectionChange={(id) => onSelect?.(id as Id)}
    >
      <TabList aria-label={label} className={styles.list!}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} isDisabled={tab.isDisabled} className={styles.tab!}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel!}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
