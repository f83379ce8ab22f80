//! The macro that declares a CSV file as one table of its columns.
//!
//! From the rows of the table follow the struct, the header, the reader, the writer, the data dictionary
//! ([`columns`](crate::columns)) and everything that reports know of a column. To add a column, add a row at the end of
//! its table: files that lack it are still read, with its default or an unknown value.

/// Declares a struct whose values are the rows of a CSV file.
///
/// After the name of the struct come the file, what a row is, and the number of columns of the oldest file that is read.
/// A function that repairs a row as an older version wrote it may follow. The comment of a field is its meaning in the data dictionary; its type gives the type of the column and whether a cell
/// may be empty; in braces are the fields of [`Column`](crate::Column) that differ from the usual ones.
macro_rules! schema {
    (
        $(#[$attribute:meta])*
        $access:vis struct $Row:ident($file:literal, $about:literal, $required:expr $(, $repair:path)?) {
            $($(#[doc = $meaning:literal])+ $field:ident: $kind:ty $({ $($property:ident: $value:expr),+ $(,)? })?,)+
        }
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        $access struct $Row {
            $($(#[doc = $meaning])+ pub $field: $kind,)+
        }

        impl Default for $Row {
            fn default() -> Self {
                let mut cells = $crate::cells::Defaults::new(<Self as $crate::table::Row>::COLUMNS);
                Self { $($field: cells.value::<$kind>(),)+ }
            }
        }

        impl $crate::table::Row for $Row {
            const FILE: &'static str = $file;
            const ABOUT: &'static str = $about;
            const COLUMNS: &'static [$crate::Column] = &[$($crate::Column {
                $($($property: $value,)+)?
                ..$crate::Column::of::<$kind>(stringify!($field), concat!($($meaning),+).trim_ascii())
            },)+];
            const REQUIRED: usize = $required;

            fn read(cells: &mut $crate::cells::Cells<'_>) -> Result<Self, $crate::cells::BadCell> {
                let row = Self { $($field: cells.value()?,)+ };
                $(let row = $repair(row);)?
                Ok(row)
            }

            fn values() -> &'static [$crate::ValueOf<Self>] {
                &[$(|row| $crate::cells::Cell::value(&row.$field),)+]
            }
        }
    };
}

pub(crate) use schema;
