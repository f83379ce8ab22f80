//! The macro that declares a CSV file as one table of its columns.
//!
//! From the rows of the table follow the struct, the header, the reader, the writer, the data dictionary
//! ([`csv_schemas`](crate::csv_schemas)) and the properties of columns for reports. To add a column, add a row at the end of
//! its table: files that lack it are still read, with its default or an unknown value.

/// Declares a struct whose values are the rows of a CSV file.
///
/// After the name of the struct follow the file, the meaning of a row, and the number of columns of the oldest readable file.
/// A function that repairs a row of an older version may follow. The comment of a field is its meaning in the data
/// dictionary. The type of a field gives the type of the column and whether a cell may be empty. In braces are the fields
/// of [`Column`](crate::Column) that differ from their defaults.
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
                let mut cells = $crate::cells::DefaultCells::new(<Self as $crate::csv_row::CsvRow>::COLUMNS);
                Self { $($field: cells.value::<$kind>(),)+ }
            }
        }

        impl $crate::csv_row::CsvRow for $Row {
            const FILE: &'static str = $file;
            const ABOUT: &'static str = $about;
            const COLUMNS: &'static [$crate::Column] = &[$($crate::Column {
                $($($property: $value,)+)?
                ..$crate::Column::for_type::<$kind>(stringify!($field), concat!($($meaning),+).trim_ascii())
            },)+];
            const REQUIRED: usize = $required;

            fn read(cells: &mut $crate::cells::CellReader<'_>) -> Result<Self, $crate::cells::InvalidCell> {
                let row = Self { $($field: cells.value()?,)+ };
                $(let row = $repair(row);)?
                Ok(row)
            }

            fn values() -> &'static [$crate::CellGetter<Self>] {
                &[$(|row| $crate::cells::Cell::value(&row.$field),)+]
            }
        }
    };
}

pub(crate) use schema;
