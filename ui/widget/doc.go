// Package widget owns what screens are made of: tables, readers, inputs, menus,
// dialogs, tabs, gauges. A widget holds its own state (cursor, scroll, search),
// offers methods instead of keys, and draws itself with Render into exactly h
// lines of exactly w cells. It does no I/O, reads no clock and must not know
// creators, credits or screens.
//
// Render changes nothing that can be seen. Tables, menus and readers remember
// the size they were last drawn in, since paging and scrolling need it.
package widget
